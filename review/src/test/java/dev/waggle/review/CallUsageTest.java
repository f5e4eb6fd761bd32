package dev.waggle.review;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallUsageTest {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final CallUsage spendings = new CallUsage();

    @Test
    void cachedTokensAndThinkingAreCountedByAgent() {
        spendings.record(end("ada", new TokenUsage(100, 20, 120, 80, 10, 15)));
        spendings.record(end("bob", new TokenUsage(50, 5, 55)));
        spendings.record(end("ada", new TokenUsage(1, 2, 3, 1, 0, 2)));

        assertThat(spendings.byAgent()).containsExactly(
                Map.entry("ada", new CallUsage.TokenCount(2, 0, new TokenUsage(101, 22, 123, 81, 10, 17))),
                Map.entry("bob", new CallUsage.TokenCount(1, 0, new TokenUsage(50, 5, 55))));
        assertThat(spendings.total().usage()).isEqualTo(new TokenUsage(151, 27, 178, 81, 10, 17));
    }

    @Test
    void theReportedUsageOfAFailedCallIsCounted() {
        RunContext context = context("ada", new ArrayList<>());
        spendings.record(HarnessRun.signal(context, "fake", HarnessSignals.ERROR,
                new HarnessPayload.Error("refused", "no", false), null, Map.of()));
        spendings.record(end("ada", new TokenUsage(90, 3, 93, 40, 0, 2)));

        assertThat(spendings.total()).isEqualTo(new CallUsage.TokenCount(1, 1, new TokenUsage(90, 3, 93, 40, 0, 2)));
    }

    private Signal end(String agent, TokenUsage usage) {
        HarnessPayload.End end = new HarnessPayload.End(
                new HarnessOutput("x", List.of(), null, usage, ModelStopReason.END), 1);
        assertThat(HarnessCodec.encode(end).fields()).containsKey("output");
        return HarnessRun.signal(context(agent, new ArrayList<>()), "fake", HarnessSignals.END, end, null, Map.of());
    }

    private RunContext context(String agent, List<Signal> told) {
        return RunContext.of(RunContext.Caller.of(agent, 1), world, told::add);
    }
}
