package dev.waggle.signal.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

class HarnessRunTest {

    private static final HarnessInput INPUT = HarnessContract.question("how?");

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 1);
    private final HarnessContract.Told told = new HarnessContract.Told(world, 1);
    private final Harness harness = ScriptedHarness.saying("");

    @Test
    void theOrderIsStartPiecesWholesCallsEnd() throws Exception {
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            run.thinking("hm");
            run.text("a");
            run.thinking("so");
            run.text("b");
            return new HarnessOutput("ab", List.of(new ToolCall("c", "look", null)), null, null,
                    ModelStopReason.TOOL_USE);
        });

        assertThat(told.signals()).extracting(signal -> signal.type().text()).containsExactly("harness:start",
                "thinking:delta", "text:delta", "thinking:delta", "text:delta", "thinking:complete", "text:complete",
                "tool:call", "harness:end");
        HarnessLaws.hold(harness, told.context(), told.signals());
    }

    @Test
    void anEmptyPieceIsNothingAndARunWithoutPiecesHasNoWhole() throws Exception {
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            run.text("");
            run.thinking("");
            return HarnessOutput.of("");
        });

        assertThat(told.signals()).extracting(signal -> signal.type().text()).containsExactly("harness:start",
                "harness:end");
    }

    /** A limit of 4 tokens admits 24 bytes, and no half of a character. */
    @Test
    void aPieceBeyondTwiceTheOutputLimitIsCutBetweenCharacters() throws Exception {
        HarnessInput limited = new HarnessInput(null, INPUT.messages(), List.of(), List.of(), null, 4.0, null);
        List<String> admitted = new ArrayList<>();

        HarnessRun.of(harness, limited, told.context(), run -> {
            for (String piece : List.of("0123456789", "\uD83D\uDC1D".repeat(9), "more")) {
                admitted.add(run.admit(piece));
            }
            assertThat(run.isCut()).isTrue();
            return HarnessOutput.of("");
        });

        assertThat(admitted).containsExactly("0123456789", "\uD83D\uDC1D".repeat(3), "");
    }

    @Test
    void aUsageThatTheHeardOutputContradictsIsNotCredible() throws Exception {
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            String heard = run.admit("x".repeat(3_000));
            assertThat(heard).hasSize(3_000);
            assertThat(run.credible(new TokenUsage(10, 1, 11))).isNull();
            assertThat(run.credible(new TokenUsage(10, 500, 510))).isNotNull();
            return HarnessOutput.of("");
        });
    }

    @Test
    void theEndSaysHowLongItTook() throws Exception {
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            world.advance(Duration.ofNanos(1_500_000));
            return HarnessOutput.of("");
        });

        assertThat(HarnessLaws.field(told.one(HarnessSignals.END), "durationMs")).isEqualTo(JsonValue.of(1.5));
    }

    @Test
    void whatCameBeforeAFailureIsKept() {
        assertThatThrownBy(() -> HarnessRun.of(harness, INPUT, told.context(), run -> {
            run.text("half an ans");
            throw new HarnessException(new HarnessFailure(HarnessFailure.Kind.RATE_LIMITED, "slow down",
                    Duration.ofSeconds(3)));
        })).isInstanceOf(HarnessException.class).hasMessage("slow down");

        HarnessLaws.hold(harness, told.context(), told.signals());
        assertThat(HarnessLaws.text(told.one(HarnessSignals.END), "output", "content")).isEqualTo("half an ans");
        assertThat(told.one(HarnessSignals.ERROR).extensions()).isEqualTo(Map.of("retryAfterMs",
                JsonValue.of(3_000)));
        assertThat(HarnessLaws.field(told.one(HarnessSignals.ERROR), "recoverable")).isEqualTo(JsonValue.of(true));
    }

    @Test
    void theUsageBeforeAFailureStandsInTheEnd() {
        TokenUsage usage = new TokenUsage(90, 3, 93, 40, 0, 2);

        assertThatThrownBy(() -> HarnessRun.of(harness, INPUT, told.context(), run -> {
            throw new HarnessException(HarnessFailure.of(HarnessFailure.Kind.REFUSED, "no").withUsage(usage));
        })).isInstanceOf(HarnessException.class);

        HarnessLaws.hold(harness, told.context(), told.signals());
        assertThat(HarnessLaws.field(told.one(HarnessSignals.END), "output", "usage"))
                .isEqualTo(HarnessCodec.encode(usage));
        assertThat(told.one(HarnessSignals.ERROR).extensions())
                .isEqualTo(Map.of(HarnessRun.CHARGEABLE, JsonValue.of(true)));
    }

    @Test
    void aFailureBeforeTheRequestWasAcceptedSaysNothingOfACharge() {
        assertThatThrownBy(() -> HarnessRun.of(harness, INPUT, told.context(), run -> {
            throw HarnessException.of(HarnessFailure.Kind.OVERLOADED, "busy");
        })).isInstanceOf(HarnessException.class);

        assertThat(told.one(HarnessSignals.ERROR).extensions()).isEmpty();
    }

    @Test
    void aCallThatIsInterruptedAfterItsRequestWasAcceptedIsChargeable() {
        assertThatThrownBy(() -> HarnessRun.of(harness, INPUT, told.context(), run -> {
            run.markChargeable();
            throw new InterruptedException("enough");
        })).isInstanceOf(InterruptedException.class);

        assertThat(HarnessLaws.text(told.one(HarnessSignals.ERROR), "code")).isEqualTo("cancelled");
        assertThat(told.one(HarnessSignals.ERROR).extensions())
                .isEqualTo(Map.of(HarnessRun.CHARGEABLE, JsonValue.of(true)));
    }

    @Test
    void aMistakeInAHarnessIsAFailureLikeAnyOther() {
        IllegalStateException mistake = new IllegalStateException("oops");

        Throwable thrown = catchThrowable(() -> HarnessRun.of(harness, INPUT, told.context(), run -> {
            throw mistake;
        }));

        assertThat(thrown).isInstanceOfSatisfying(HarnessException.class, failed -> assertThat(failed.failure().kind())
                .isEqualTo(HarnessFailure.Kind.FAILED)).hasCause(mistake);
        HarnessLaws.hold(harness, told.context(), told.signals());
    }

    @Test
    void lateThreadsTellNothing() throws Exception {
        AtomicReference<HarnessRun> late = new AtomicReference<>();
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            late.set(run);
            run.text("all");
            return HarnessOutput.of("all");
        });
        int before = told.signals().size();

        late.get().text(" and more");
        late.get().thinking("hm");

        assertThat(told.signals()).hasSize(before);
        assertThat(late.get().textSoFar()).isEqualTo("all");
        assertThat(late.get().length()).isEqualTo(3);
    }

    @Test
    void piecesOfManyThreadsAddUp() throws Exception {
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 200; i++) {
                    String piece = i + " ";
                    threads.execute(() -> run.text(piece));
                }
            }
            return HarnessOutput.of(run.textSoFar());
        });

        HarnessLaws.hold(harness, told.context(), told.signals());
        assertThat(HarnessLaws.of(HarnessSignals.TEXT_DELTA, told.signals())).hasSize(200);
    }

    @Test
    void aListenerThatBreaksAtTheEndHearsNoSecondEnd() {
        List<Signal> heard = new ArrayList<>();
        RunContext context = told.context().withSink(signal -> {
            heard.add(signal);
            if (signal.type().equals(HarnessSignals.END)) {
                throw new IllegalStateException("full");
            }
        });

        assertThatThrownBy(() -> HarnessRun.of(harness, INPUT, context, run -> {
            run.text("all");
            return HarnessOutput.of("all");
        })).isInstanceOf(IllegalStateException.class).hasMessage("full");

        HarnessLaws.hold(harness, context, heard);
    }

    @Test
    void aListenerThatBreaksInTheMiddleEndsTheRunOnce() {
        List<Signal> heard = new ArrayList<>();
        RunContext context = told.context().withSink(signal -> {
            heard.add(signal);
            if (signal.type().equals(HarnessSignals.TEXT_DELTA)) {
                throw new IllegalStateException("full");
            }
        });

        assertThatThrownBy(() -> HarnessRun.of(harness, INPUT, context, run -> {
            run.text("all");
            return HarnessOutput.of("all");
        })).isInstanceOf(HarnessException.class).hasMessageContaining("full");

        HarnessLaws.hold(harness, context, heard);
    }

    @Test
    void theRequestIsKnownToTheWork() throws Exception {
        AtomicReference<String> request = new AtomicReference<>("");
        HarnessRun.of(harness, INPUT, told.context(), run -> {
            request.set(run.request());
            return HarnessOutput.of("");
        });

        assertThat(told.one(HarnessSignals.START).extensions()).containsEntry(HarnessRun.REQUEST,
                JsonValue.of(request.get()));
        assertThat(request.get()).isEqualTo(RequestHash.of("scripted:test", INPUT, null));
    }
}
