package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.memory.SharedMemory;

/**
 * Named step of every round.
 *
 * @param isTraced whether it has work enough for a span, with that configuration
 */
record RoundPhase(String name, Consumer<SolveState> step, Predicate<SwarmConfig> isTraced) {

    /** The steps of a round, in order. */
    static final List<RoundPhase> ALL = List.of(
            new RoundPhase("predict", SolveState::predict, RoundPhase::hasSelection),
            new RoundPhase("react", SolveState::react, _ -> true),
            new RoundPhase("publish", SolveState::publish, _ -> true),
            new RoundPhase("compare", SolveState::compare, RoundPhase::hasSelection),
            new RoundPhase("measure", SolveState::measure, RoundPhase::hasMathematics),
            new RoundPhase("advise", SolveState::advise, config -> config.steering().advisor().isPresent()),
            new RoundPhase("evolve", SolveState::evolve, config -> config.steering().evolution().enabled()),
            new RoundPhase("challenge", SolveState::challenge, RoundPhase::hasMathematics),
            new RoundPhase("remember", SolveState::remember, RoundPhase::hasMemory),
            new RoundPhase("settle", SolveState::settle, _ -> false),
            new RoundPhase("decide", SolveState::decide, _ -> true));

    /** Runs the step, in a span of its own if it has work. */
    void run(SolveState state) {
        TraceSpan span = isTraced.test(state.config())
                ? state.trace().begin(TraceSpanKind.PHASE, name)
                : TraceSpan.NONE;
        if (span == TraceSpan.NONE) {
            step.accept(state);
        } else {
            span.set(TraceAttribute.PHASE, name);
            Object _ = span.measure(() -> {
                step.accept(state);
                return name;
            });
        }
    }

    private static boolean hasSelection(SwarmConfig config) {
        return config.steering().selection().topK().isPresent() || config.steering().workspace().enabled();
    }

    private static boolean hasMathematics(SwarmConfig config) {
        return !config.math().lenses().isEmpty();
    }

    private static boolean hasMemory(SwarmConfig config) {
        return !config.services().experience().memory().equals(SharedMemory.NONE);
    }
}
