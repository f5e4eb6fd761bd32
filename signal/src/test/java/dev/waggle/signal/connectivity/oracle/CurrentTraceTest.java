package dev.waggle.signal.connectivity.oracle;

import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The current layer answers as the traces do until it has an answer of its own, and loses nothing afterwards. From
 * there on the ids of a trace may stand for other signals, so only the invariants are checked.
 */
class CurrentTraceTest {

    /** A callback of a supersession finds the successor in the log: there is no moment without either. */
    private static final String SUCCESSOR_IS_THERE = "supersession and storing are one";

    /** The last emitted is the newest, although the clock stepped back: the reason of C13, and scenario 32. */
    private static final String CLOCK_STEPPED_BACK = "order is by sequence";

    /** The first step that the current layer answers otherwise, and the code of the trace or our reason. */
    private static final Map<String, Answer> OURS = Map.ofEntries(
            entry("h14-supersede-order", new Answer(2, SUCCESSOR_IS_THERE)),
            entry("h15-supersede-same-class-swallowed", new Answer(1, "C08")),
            entry("h17-supersede-terminal-but-swallowed", new Answer(3, "C08")),
            entry("h20-nested-emit-in-superseded-lost", new Answer(5, "C13")),
            entry("h30-listener-added-during-dispatch", new Answer(2, "C21")),
            entry("h32-suppress-step-basic", new Answer(3, "C15")),
            entry("h35-suppress-critical", new Answer(2, "C26")),
            entry("h36-suppress-high-escalation", new Answer(4, "C26")),
            entry("h51-query-since-before", new Answer(11, "C17")),
            entry("h52-query-limit", new Answer(125, "C16")),
            entry("h53-query-ties", new Answer(7, "C13")),
            entry("h54-query-clock-back", new Answer(5, CLOCK_STEPPED_BACK)),
            entry("h57-resolver-superseded-then-throws", new Answer(2, "C18")),
            entry("r01-seed1001", new Answer(58, "C15")),
            entry("r02-seed1002", new Answer(68, "C08")),
            entry("r03-seed1003-reentrant", new Answer(28, "C15")),
            entry("r04-seed1004", new Answer(44, "C13")),
            entry("r05-seed1005", new Answer(15, "C15")),
            entry("r06-seed1006-reentrant", new Answer(19, "C15")),
            entry("r07-seed1007", new Answer(30, "C15")),
            entry("r08-seed1008", new Answer(33, "C13")),
            entry("r09-seed1009-reentrant", new Answer(35, "C08")),
            entry("r10-seed1010", new Answer(7, "C15")),
            entry("r11-seed1011", new Answer(39, "C15")),
            entry("r12-seed1012-reentrant", new Answer(52, "C13")));

    @ParameterizedTest
    @MethodSource("traces")
    void everyStepIsAnsweredExactlyUntilOurOwnAnswer(Trace trace) {
        Answer ours = OURS.get(trace.id());
        TracePlayer player = new TracePlayer(trace, TracedCurrent::attended);
        for (JsonNode step : trace.steps().subList(0, ours == null ? trace.steps().size() : ours.step())) {
            assertThat(Comparison.departure(step, player.play(step))).as(trace.id()).isEmpty();
        }
        if (ours != null) {
            JsonNode step = trace.steps().get(ours.step());
            assertThat(Comparison.departure(step, player.play(step))).as(trace.id()).isPresent();
            assertThat(ours.why()).matches(reason -> !reason.startsWith("C") || trace.allows(reason, ours.step()));
        }
    }

    @ParameterizedTest
    @MethodSource("traces")
    void nothingIsLostAndStatesFollowFromEvents(Trace trace) {
        assertThat(StateInvariants.over(trace, TracedCurrent::attended)).isEmpty();
        assertThat(StateInvariants.over(trace, TracedCurrent::unattended)).isEmpty();
    }

    static Stream<Trace> traces() throws Exception {
        return Trace.all();
    }

    private record Answer(int step, String why) {}
}
