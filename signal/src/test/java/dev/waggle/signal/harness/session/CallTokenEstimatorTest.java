package dev.waggle.signal.harness.session;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallTokenEstimatorTest {

    private static final HarnessInput ASK = HarnessInput.of(List.of(Message.user("What now?")));

    private final CallTokenEstimator estimates = new CallTokenEstimator();

    private static HarnessInput going(String session) {
        return new HarnessInput(null, List.of(), List.of(), List.of(), session, null, null);
    }

    private static HarnessOutput answer(String session, @Nullable TokenUsage usage) {
        return new HarnessOutput("abc", List.of(), session, usage, ModelStopReason.TOOL_USE);
    }

    @Test
    void aRequestCountsItselfAndItsSchema() {
        JsonValue.Obj schema = new JsonValue.Obj(Map.of("type", JsonValue.of("object")));

        assertThat(estimates.of(ASK, null)).isEqualTo(TokenEstimator.of(ASK));
        assertThat(estimates.of(ASK, schema)).isEqualTo(TokenEstimator.of(ASK) + 6); // {"type":"object"}
    }

    @Test
    void whatStandsBehindASessionIsCountedAgain() {
        double own = estimates.of(going("s"), null);

        estimates.record(500, answer("s", new TokenUsage(900, 100, 1_000)));

        assertThat(estimates.of(going("s"), null)).isEqualTo(own + 1_000);
        assertThat(estimates.of(going("t"), null)).isEqualTo(own);
    }

    @Test
    void aSessionWithoutUsageCountsItsRequestAndAnswer() {
        HarnessOutput answer = answer("s", null);
        double own = estimates.of(going("s"), null);

        estimates.record(500, answer);

        double said = estimates.of(going("s"), null) - own - 500;
        assertThat(said).isBetween(1.0, 60.0);
    }

    @Test
    void forgottenSessionsCountAsEmpty() {
        for (int i = 0; i < 1_025; i++) {
            estimates.record(1, answer("s" + i, new TokenUsage(5, 5, 10)));
        }

        assertThat(estimates.of(going("s1024"), null)).isGreaterThan(estimates.of(going("s000"), null));
        assertThat(estimates.of(going("s0"), null)).isLessThan(estimates.of(going("s1"), null));
    }
}
