package dev.waggle.connect.langchain4j;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessLaws;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static dev.waggle.connect.langchain4j.ChatModelTestBed.LOOK;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.NAME;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.offering;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.answer;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.call;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.calls;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Ends of calls: reasons to stop, answers that are too large, silences, and calls that are given up. */
class ChatModelOutcomeTest {

    private final ChatModelTestBed bed = new ChatModelTestBed();

    @Test
    void reasonsToStopAreToldApart() throws Exception {
        assertThat(stopOf(FinishReason.STOP).stopReason()).isEqualTo(ModelStopReason.END);
        assertThat(stopOf(null).stopReason()).isEqualTo(ModelStopReason.END);
        assertThat(stopOf(FinishReason.LENGTH).stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
        assertThat(stopOf(FinishReason.LENGTH).stopDetail()).isNull();
        assertThat(stopOf(FinishReason.OTHER).stopReason()).isNull();
        assertThat(stopOf(FinishReason.OTHER).stopDetail()).contains("does not name");
    }

    @Test
    void aContentFilterIsARefusalThatIsChargedAsCounted() throws Exception {
        ScriptedChatModel model = ScriptedChatModel
                .answering(answer(AiMessage.from("I"), FinishReason.CONTENT_FILTER));

        HarnessFailure failure = bed.failure(ChatModelHarness.of(NAME, model.whole()),
                HarnessContract.question("how?"));

        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure.usage()).isEqualTo(new TokenUsage(20, 10, 30));
    }

    @Test
    void aStreamOrAnEmptyAnswerThatGivesNoReasonToStopBrokeOff() throws Exception {
        ScriptedChatModel saying = ScriptedChatModel.answering(answer(AiMessage.from("half"), null));
        ScriptedChatModel silent = ScriptedChatModel.answering(answer(AiMessage.from(""), null));

        HarnessFailure streamed = bed.failure(ChatModelHarness.of(NAME, saying.streaming()),
                HarnessContract.question("how?"));
        HarnessFailure empty = bed.failure(ChatModelHarness.of(NAME, silent.whole()), HarnessContract.question("how?"));

        assertThat(List.of(streamed, empty)).allSatisfy(failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.TRUNCATED);
            assertThat(failure.message()).contains("it gives no reason to stop\nMaybe ");
            assertThat(failure.usage()).isEqualTo(new TokenUsage(20, 10, 30));
        });
    }

    @Test
    void aModelThatReturnsNothingIsMalformed() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((_, _) -> {});

        HarnessFailure failure = bed.failure(ChatModelHarness.of(NAME, model.whole()),
                HarnessContract.question("how?"));

        assertThat(failure.kind()).isEqualTo(Kind.MALFORMED);
    }

    @Test
    void anAnswerAboveTheLimitEndsTheCall() throws Exception {
        String half = "b".repeat(500_001);
        ScriptedChatModel whole = ScriptedChatModel.answering(says(half + half));
        ScriptedChatModel inArguments = ScriptedChatModel.answering(calls(call("c1", "look", half + half)));
        AtomicInteger sent = new AtomicInteger();
        ScriptedChatModel inPieces = ScriptedChatModel.of((_, handler) -> {
            for (int i = 0; i < 3; i++) {
                handler.onPartialToolCall(PartialToolCall.builder().index(0).id("c1").name("look")
                        .partialArguments(half).build());
                sent.incrementAndGet();
            }
            handler.onCompleteResponse(says("well"));
        });

        assertThat(bed.failure(ChatModelHarness.of(NAME, whole.whole()), offering(LOOK)).kind())
                .isEqualTo(Kind.TOO_LARGE);
        assertThat(bed.failure(ChatModelHarness.of(NAME, inArguments.whole()), offering(LOOK)).kind())
                .isEqualTo(Kind.TOO_LARGE);
        assertThat(bed.failure(ChatModelHarness.of(NAME, inPieces.streaming()), offering(LOOK)).kind())
                .isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void aCallWithoutAPieceStallsAfterTheSilenceLimitAndIsCharged() throws Exception {
        CompletableFuture<StreamingChatResponseHandler> started = new CompletableFuture<>();
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> started.complete(handler));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.streaming()).withSilence(Duration.ofMinutes(3));
        RunContext context = bed.context();

        try (HarnessContract.Aside aside = new HarnessContract.Aside(
                () -> harness.run(HarnessContract.question("how?"), context))) {
            StreamingChatResponseHandler handler = started.get(20, TimeUnit.SECONDS);
            bed.world.advance(Duration.ofMinutes(2));
            handler.onPartialResponse("bees ");
            bed.world.advance(Duration.ofMinutes(2));
            assertThat(aside.isDone()).isFalse();
            bed.world.advance(Duration.ofMinutes(1));

            assertThat(aside.thrown()).isInstanceOfSatisfying(HarnessException.class, failed -> {
                assertThat(failed.failure().kind()).isEqualTo(Kind.STALLED);
                assertThat(failed.failure().message()).startsWith("nothing came for 180 seconds\nMaybe ");
            });
        }
    }

    @Test
    void aSilenceLimitIsPositive() {
        ChatModelHarness harness = ChatModelHarness.of(NAME, ScriptedChatModel.answering(says("well")).whole());

        assertThatIllegalArgumentException().isThrownBy(() -> harness.withSilence(Duration.ZERO))
                .withMessage("silence must be above 0, got PT0S");
    }

    @Test
    void aCallThatIsGivenUpCancelsItsStreamAndIsCharged() throws Exception {
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        StreamingHandle handle = handle(cancelled);
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> handler
                .onPartialResponse(new PartialResponse("bees "), new PartialResponseContext(handle)));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.streaming());
        HarnessContract.Told told = new HarnessContract.Told(bed.world, 1);

        try (HarnessContract.Aside aside = new HarnessContract.Aside(
                () -> harness.run(HarnessContract.question("how?"), told.context()))) {
            while (HarnessLaws.of(HarnessSignals.TEXT_DELTA, told.signals()).isEmpty()) {
                assertThat(aside.isDone()).isFalse();
            }
            aside.interrupt();

            assertThat(aside.thrown()).isInstanceOf(InterruptedException.class);
        }
        cancelled.get(20, TimeUnit.SECONDS);
        assertThat(told.one(HarnessSignals.ERROR).extensions()).containsEntry(HarnessRun.CHARGEABLE,
                JsonValue.of(true));
    }

    @Test
    void aStreamThatBeginsAfterItsCallWasGivenUpIsCancelledWithItsFirstPiece() throws Exception {
        CompletableFuture<StreamingChatResponseHandler> started = new CompletableFuture<>();
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> started.complete(handler));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.streaming());
        RunContext context = bed.context().within(Duration.ofSeconds(5));
        try (HarnessContract.Aside aside = new HarnessContract.Aside(
                () -> harness.run(HarnessContract.question("how?"), context))) {
            StreamingChatResponseHandler handler = started.get(20, TimeUnit.SECONDS);
            bed.world.advance(Duration.ofSeconds(5));
            assertThat(aside.thrown()).isInstanceOf(HarnessException.class);
            List<Signal> before = List.copyOf(bed.told);

            handler.onPartialResponse(new PartialResponse("bees "), new PartialResponseContext(handle(cancelled)));

            cancelled.get(20, TimeUnit.SECONDS);
            assertThat(bed.told).isEqualTo(before);
        }
    }

    @Test
    void aFailureBeforeAnyOutputOfAnEndpointThatRefusedIsNotCharged() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> handler
                .onError(new dev.langchain4j.exception.RateLimitException("slow down")));

        bed.failure(ChatModelHarness.of(NAME, model.streaming()), HarnessContract.question("how?"));

        assertThat(HarnessLaws.of(HarnessSignals.ERROR, bed.told).getFirst().extensions())
                .doesNotContainKey(HarnessRun.CHARGEABLE);
    }

    @Test
    void aPieceWithoutTextIsNoOutput() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> {
            handler.onPartialResponse("");
            handler.onError(new IOException("reset"));
        });

        HarnessFailure failure = bed.failure(ChatModelHarness.of(NAME, model.streaming()),
                HarnessContract.question("how?"));

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    }

    private HarnessOutput stopOf(@Nullable FinishReason reason) throws Exception {
        return ChatModelHarness.of(NAME, ScriptedChatModel.answering(answer(AiMessage.from("well"), reason)).whole())
                .run(HarnessContract.question("how?"), bed.context());
    }

    private static StreamingHandle handle(CompletableFuture<Void> cancelled) {
        return new StreamingHandle() {
            @Override
            public void cancel() {
                cancelled.complete(null);
            }

            @Override
            public boolean isCancelled() {
                return cancelled.isDone();
            }
        };
    }
}
