package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Scope;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;

/**
 * Where parts of the runtime have their work done that takes time, costs money or may fail: a model that looks at the
 * whole, one that writes the answer, a memory. Each piece of work runs on a thread of its own, within the time of the
 * solve, paid by the part and told like a turn; a failure is in the log and goes no further. Owned by the thread of the
 * solve.
 */
final class Office {

    private static final Workshop.Form<JsonValue> AS_IT_IS = new Workshop.Form<>(Function.identity(),
            Function.identity());

    private final SolveContext context;
    private final Guard guard;
    private final Workshop workshop;
    private final Podium podium;
    private final Map<String, Integer> jobs = new HashMap<>();

    Office(SolveContext context, Guard guard, Workshop workshop, Podium podium) {
        this.context = context;
        this.guard = guard;
        this.workshop = workshop;
        this.podium = podium;
    }

    /** Work for a part of the runtime. What it brings is JSON, so that a log can hold it. */
    @FunctionalInterface
    interface Job {
        JsonValue run(RunContext context) throws Exception;
    }

    /**
     * Has a job done that the solve is for, and which may take all its time; empty when it failed, which is then in the
     * log.
     *
     * @param part who pays, one of {@link dev.waggle.swarm.agent.Infrastructure}
     * @param what what is done, for people who read of a failure, for example {@code memory.recall}
     */
    Optional<JsonValue> ask(String part, String what, Job job) {
        return guard.stop().isPresent() ? Optional.empty() : taken(part, what, job, guard.timeLeft());
    }

    /** The same for a job of a model that the solve can do without. */
    Optional<JsonValue> consult(String part, String what, Job job) {
        return guard.stop().isPresent() ? Optional.empty() : taken(part, what, job, guard.patience());
    }

    /** The same for a job that the solve can do without, and that is not worth more time than that. */
    Optional<JsonValue> ask(String part, String what, Duration atMost, Job job) {
        return guard.stop().isPresent() ? Optional.empty() : taken(part, what, job, guard.patience(atMost));
    }

    private Optional<JsonValue> taken(String part, String what, Job job, Duration atMost) {
        return switch (done(part, List.of(job), atMost).getFirst().outcome()) {
            case Answered<JsonValue> answered -> Optional.of(answered.answer());
            case Failed<JsonValue> failed -> {
                podium.fail(part, what, failed.message());
                yield Optional.empty();
            }
        };
    }

    /**
     * What came of a job.
     *
     * @param isOfBefore whether it was done before the solve broke off, so that only its answer is here
     */
    record Done(Outcome<JsonValue> outcome, boolean isOfBefore) {}

    /**
     * Has jobs done that the solve can do without, all at once and none worth more time than that; what came of each. What
     * failed is the caller's to say.
     */
    List<Done> all(String part, List<Job> asked, Duration atMost) {
        return done(part, asked, guard.patience(atMost));
    }

    private List<Done> done(String part, List<Job> asked, Duration atMost) {
        Deadline end = Deadline.in(atMost, context.world());
        List<Workshop.Piece<JsonValue>> pieces = asked.stream().map(job -> begin(part, job, end)).toList();
        List<Done> done = new ArrayList<>();
        for (Workshop.Piece<JsonValue> piece : pieces) {
            Workshop.Result<JsonValue> result = workshop.end(piece, end.remaining());
            result.unwritten().forEach(lost -> podium.fail(part, "transcript", lost.why()));
            done.add(new Done(result.outcome(), piece.isOfBefore()));
        }
        return done;
    }

    private Workshop.Piece<JsonValue> begin(String part, Job job, Deadline end) {
        int number = jobs.merge(part, 1, Integer::sum);
        Emission by = new Emission(part, number);
        World own = context.world().fork(part + ' ' + number);
        return workshop.begin(by, AS_IT_IS,
                bench -> () -> Objects.requireNonNull(
                        job.run(new RunContext(
                                new RunContext.Caller(by, Scope.ofRun(context.run(), context.log().round()), null), own,
                                Deadline.in(guard.timeLeft(), own).within(end.remaining()), null, bench.meter(),
                                bench.calls(), bench.answers())),
                        "an answer may be JSON null, not null"));
    }

}
