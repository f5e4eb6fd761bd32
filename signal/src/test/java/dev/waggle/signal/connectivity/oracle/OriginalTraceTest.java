package dev.waggle.signal.connectivity.oracle;

import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The oracle answers every step of every trace as the earlier implementation did. */
class OriginalTraceTest {

    @ParameterizedTest
    @MethodSource("traces")
    void everyStepIsAnsweredExactly(Trace trace) {
        TracePlayer player = new TracePlayer(trace, TracedOriginal::make);
        for (JsonNode step : trace.steps()) {
            assertThat(Comparison.departure(step, player.play(step))).as(trace.id()).isEmpty();
        }
    }

    static Stream<Trace> traces() throws Exception {
        return Trace.all();
    }
}
