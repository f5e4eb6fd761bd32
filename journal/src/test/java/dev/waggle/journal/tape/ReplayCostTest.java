package dev.waggle.journal.tape;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The cost of a replay, which is that of the recorded calls. */
class ReplayCostTest {

    private static final HarnessFailure BUSY = new HarnessFailure(HarnessFailure.Kind.RATE_LIMITED, "too many",
            Duration.ofSeconds(3));

    @TempDir
    Path folder;

    private final TapedRun recorded = TapedRun.opened("solve_1", 1);
    private final TapedRun replayed = TapedRun.opened("solve_2", 2);

    @Test
    void attemptsThatWereRepeatedAreToldAndPaidAndNotWaitedFor() throws Exception {
        int[] attempts = {0};
        Model live = new Model((input, run) -> {
            if (attempts[0]++ < 2) {
                run.text("Broken o");
                throw new HarnessException(BUSY);
            }
            return TapedRun.answer("At last.");
        });
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(HarnessException.class)
                    .isThrownBy(() -> live.run(TapedRun.input("One?"), recorded.context("ada", 1)));
        }
        var _ = live.run(TapedRun.input("One?"), recorded.context("ada", 1));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        List<TokenUsage> paid = new ArrayList<>();
        List<Boolean> estimates = new ArrayList<>();

        HarnessOutput output = replay.run(TapedRun.input("One?"),
                replayed.context("ada", 1).withMeter(meter(paid, estimates)));

        assertThat(output.content()).isEqualTo("At last.");
        assertThat(replayed.told()).isEqualTo(recorded.told());
        assertThat(paid).hasSize(3).last().isEqualTo(new TokenUsage(10, 5, 15));
        assertThat(paid.getFirst().outputTokens()).isEqualTo(3);
        assertThat(estimates).containsExactly(true, true, false);
    }

    @Test
    void aChargedFailureIsPaidAgainAsItWasPaid() throws Exception {
        TokenUsage reported = new TokenUsage(90, 3, 93, 40, 9, 2);
        List<HarnessFailure> failures = List.of(
                HarnessFailure.of(HarnessFailure.Kind.STALLED, "silence"),
                HarnessFailure.of(HarnessFailure.Kind.TRUNCATED, "gone").withUsage(reported),
                HarnessFailure.of(HarnessFailure.Kind.OVERLOADED, "busy"));
        Iterator<HarnessFailure> next = failures.iterator();
        Model live = new Model((input, run) -> {
            throw new HarnessException(next.next());
        });
        for (HarnessFailure failure : failures) {
            assertThatExceptionOfType(HarnessException.class).as(failure.message())
                    .isThrownBy(() -> live.run(TapedRun.input("One?"), recorded.context("ada", 1)));
        }
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        List<TokenUsage> paid = new ArrayList<>();
        List<Boolean> estimates = new ArrayList<>();

        assertThatExceptionOfType(HarnessException.class).isThrownBy(() -> replay.run(TapedRun.input("One?"),
                replayed.context("ada", 1).withMeter(meter(paid, estimates))));

        double in = TokenEstimator.of(TapedRun.input("One?"));
        assertThat(paid).containsExactly(new TokenUsage(in, 0, in), reported, TokenUsage.NONE);
        assertThat(estimates).containsExactly(true, false, false);
        assertThat(replayed.told()).isEqualTo(recorded.told());
    }

    /** As in {@code MeteredHarness}: a call of a tool is output, though it is no text. */
    @Test
    void aCallOfAToolThatNoProviderCountedIsPaidByItsEstimate() throws Exception {
        HarnessOutput calls = new HarnessOutput("", List.of(new ToolCall("c1", "search",
                JsonValue.of("shards ".repeat(300)))), null, null, ModelStopReason.TOOL_USE);
        Model live = new Model((input, run) -> calls);
        var _ = live.run(TapedRun.input("One?"), recorded.context("ada", 1));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        List<TokenUsage> paid = new ArrayList<>();
        List<Boolean> estimates = new ArrayList<>();

        var _ = replay.run(TapedRun.input("One?"), replayed.context("ada", 1).withMeter(meter(paid, estimates)));

        double in = TokenEstimator.of(TapedRun.input("One?"));
        double out = TokenEstimator.of(calls);
        assertThat(out).isGreaterThan(700);
        assertThat(paid).containsExactly(new TokenUsage(in, out, in + out));
        assertThat(estimates).containsExactly(true);
    }

    @Test
    void aFailureInARecordingOfAnEarlierVersionStaysUnpaid() throws Exception {
        Model live = new Model((input, run) -> {
            throw HarnessException.of(HarnessFailure.Kind.STALLED, "silence");
        });
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> live.run(TapedRun.input("One?"), recorded.context("ada", 1)));
        Path file = folder.resolve("old.jsonl");
        JournalExcerpt.write(file, recorded.entries());
        String lines = Files.readString(file);
        assertThat(lines).contains("\"chargeable\":true");
        Files.writeString(file, lines.replaceFirst(",\"extensions\":\\{\"chargeable\":true}", ""));
        Harness replay = TapeSession.of(TapeMode.REPLAY, CallTape.read(file), null).harness(Model.silent());
        List<TokenUsage> paid = new ArrayList<>();

        assertThatExceptionOfType(HarnessException.class).isThrownBy(() -> replay.run(TapedRun.input("One?"),
                replayed.context("ada", 1).withMeter(meter(paid, new ArrayList<>()))));

        assertThat(paid).containsExactly(TokenUsage.NONE);
        assertThat(replayed.entries()).noneMatch(entry -> entry.signal().extensions().containsKey("chargeable"));
    }

    @Test
    void aMeterThatHasNothingLeftStopsAReplay() throws Exception {
        var _ = Model.echo().run(TapedRun.input("One?"), recorded.context("ada", 1));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        CallMeter empty = (model, in, longest, deadline) -> {
            throw HarnessException.of(HarnessFailure.Kind.BUDGET, "nothing left");
        };
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> replay.run(TapedRun.input("One?"), replayed.context("ada", 1).withMeter(empty)))
                .satisfies(failed -> assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.BUDGET));
        assertThat(replayed.told()).anyMatch(line -> line.startsWith("harness:error"));
    }

    private static CallMeter meter(List<TokenUsage> paid, List<Boolean> estimates) {
        return (model, in, longest, deadline) -> new CallMeter.Reservation() {
            @Override
            public void reportOutput(double outputTokens) {}

            @Override
            public int maxOutputTokens() {
                return 1;
            }

            @Override
            public void settle(TokenUsage usage, boolean estimated) {
                paid.add(usage);
                estimates.add(estimated);
            }
        };
    }
}
