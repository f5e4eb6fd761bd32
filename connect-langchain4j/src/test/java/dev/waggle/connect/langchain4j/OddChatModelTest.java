package dev.waggle.connect.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static dev.waggle.connect.langchain4j.ChatModelTestBed.LOOK;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.NAME;
import static dev.waggle.connect.langchain4j.ChatModelTestBed.offering;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.answer;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.call;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.calls;
import static dev.waggle.connect.langchain4j.ScriptedChatModel.says;
import static org.assertj.core.api.Assertions.assertThat;

/** Models that do what the library permits and none of its modules does. */
class OddChatModelTest {

    private final ChatModelTestBed bed = new ChatModelTestBed();

    @Test
    void aModelThatThrowsAtOnceFailsWithItsWords() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((_, _) -> {
            throw new IllegalStateException("no such region");
        });

        for (ChatModelHarness harness : List.of(ChatModelHarness.of(NAME, model.whole()),
                ChatModelHarness.of(NAME, model.streaming()))) {
            HarnessFailure failure = bed.failure(harness, HarnessContract.question("how?"));
            assertThat(failure.kind()).isEqualTo(Kind.FAILED);
            assertThat(failure.message()).contains("no such region");
        }
    }

    @Test
    void anErrorOfTheJvmFailsTheCallAndNotTheCaller() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.of((_, _) -> {
            throw new NoClassDefFoundError("com/sdk/Region");
        });

        assertThat(bed.failure(ChatModelHarness.of(NAME, model.streaming()), HarnessContract.question("how?")).kind())
                .isEqualTo(Kind.FAILED);
    }

    @Test
    void anAnswerWithoutACountHasNoUsage() throws Exception {
        ChatResponse uncounted = ChatResponse.builder().aiMessage(AiMessage.from("well"))
                .finishReason(FinishReason.STOP).build();

        assertThat(ChatModelHarness.of(NAME, ScriptedChatModel.answering(uncounted).whole())
                .run(HarnessContract.question("how?"), bed.context()).usage()).isNull();
    }

    @Test
    void aMessageWithNoTextAtAllIsAnEmptyAnswer() throws Exception {
        ScriptedChatModel model = ScriptedChatModel
                .answering(answer(AiMessage.builder().build(), FinishReason.STOP), says("well"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        HarnessOutput empty = harness.run(HarnessContract.question("how?"), bed.context());
        HarnessOutput repaired = harness.run(ChatModelTestBed.next(empty, "Answer."), bed.context());

        assertThat(empty.content()).isEmpty();
        assertThat(repaired.content()).isEqualTo("well");
    }

    @Test
    void whatComesAfterTheEndIsDropped() throws Exception {
        CompletableFuture<StreamingChatResponseHandler> handlers = new CompletableFuture<>();
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> {
            handler.onPartialResponse("we");
            handler.onPartialResponse("ll");
            handler.onCompleteResponse(says("well"));
            handler.onPartialResponse(" and more");
            handler.onCompleteResponse(says("another"));
            handler.onError(new IllegalStateException("late"));
            handlers.complete(handler);
        });

        HarnessOutput output = ChatModelHarness.of(NAME, model.streaming()).run(HarnessContract.question("how?"),
                bed.context());
        StreamingChatResponseHandler late = handlers.get(20, TimeUnit.SECONDS);
        List<Signal> before = List.copyOf(bed.told);
        late.onPartialResponse("even later");

        assertThat(output.content()).isEqualTo("well");
        assertThat(bed.told).isEqualTo(before);
    }

    @Test
    void aStreamThatNeverEndsIsCutAtTwiceItsLimitAndCancelled() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        StreamingHandle handle = new StreamingHandle() {
            @Override
            public void cancel() {
                cancelled.set(true);
            }

            @Override
            public boolean isCancelled() {
                return cancelled.get();
            }
        };
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> {
            while (!cancelled.get()) {
                handler.onPartialThinking(new PartialThinking("hm "), new PartialThinkingContext(handle));
                handler.onPartialResponse(new PartialResponse("word "), new PartialResponseContext(handle));
                handler.onPartialToolCall(PartialToolCall.builder().index(0).id("c1").name("look")
                        .partialArguments("[1, ").build(), new PartialToolCallContext(handle));
            }
            stopped.complete(null);
        });

        HarnessOutput output = ChatModelHarness.of(NAME, model.streaming()).run(limited(100), bed.context());

        assertThat(output.wasCut()).isTrue();
        assertThat(output.stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
        assertThat(output.content()).startsWith("word word ").hasSizeLessThan(2 * 100 * 3);
        assertThat(output.toolCalls()).singleElement()
                .satisfies(call -> assertThat(call.input()).isNotInstanceOf(JsonValue.Obj.class));
        stopped.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aWholeAnswerBeyondItsLimitIsCutAndItsUsageCounts() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(answer(AiMessage.from("word ".repeat(1_000)),
                FinishReason.STOP));

        HarnessOutput output = ChatModelHarness.of(NAME, model.whole()).run(limited(100), bed.context());

        assertThat(output.wasCut()).isTrue();
        assertThat(output.content()).hasSize(2 * 100 * 3);
    }

    private static HarnessInput limited(double tokens) {
        HarnessInput question = HarnessContract.question("how?");
        return new HarnessInput(question.system(), question.messages(), List.of(), List.of(), null, tokens, null);
    }

    @Test
    void piecesFromManyThreadsLoseNothing() throws Exception {
        int threads = 8;
        ScriptedChatModel model = ScriptedChatModel.of((_, handler) -> {
            CountDownLatch done = new CountDownLatch(threads);
            for (int i = 0; i < threads; i++) {
                Thread.ofVirtual().start(() -> {
                    for (int j = 0; j < 50; j++) {
                        handler.onPartialResponse("b");
                    }
                    done.countDown();
                });
            }
            try {
                done.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            handler.onCompleteResponse(says("b".repeat(50 * threads)));
        });

        assertThat(ChatModelHarness.of(NAME, model.streaming()).run(HarnessContract.question("how?"), bed.context())
                .content()).isEqualTo("b".repeat(50 * threads));
    }

    @Test
    void aCallThatTheOutputLimitCutOffHasNoArgumentsThatAToolCouldTake() throws Exception {
        AiMessage cut = AiMessage.from(call("c1", "look", ""));
        HarnessOutput output = ChatModelHarness.of(NAME, ScriptedChatModel.answering(answer(cut, FinishReason.LENGTH))
                .whole()).run(offering(LOOK), bed.context());

        assertThat(output.stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
        assertThat(output.toolCalls()).extracting(ToolCall::input).containsExactly(JsonValue.of(""));
    }

    @Test
    void toolsAreCalledOverSeveralTurnsWithTheResultsInTheirPlace() throws Exception {
        ScriptedChatModel model = ScriptedChatModel.answering(calls(call("c1", "look", "{\"where\":\"a\"}")),
                calls(call("c1", "look", "{\"where\":\"b\"}")), calls(call(null, "look", "{\"where\":\"c\"}")),
                says("well"));
        ChatModelHarness harness = ChatModelHarness.of(NAME, model.whole());

        HarnessOutput output = harness.run(offering(LOOK), bed.context());
        List<String> ids = new ArrayList<>();
        while (!output.toolCalls().isEmpty()) {
            ids.add(output.toolCalls().getFirst().id());
            output = harness.run(ChatModelTestBed.results(output, new ToolResult("look", JsonValue.of("seen"), null)),
                    bed.context());
        }

        assertThat(output.content()).isEqualTo("well");
        assertThat(model.requests.getLast().messages()).filteredOn(ToolExecutionResultMessage.class::isInstance)
                .extracting(message -> ((ToolExecutionResultMessage) message).id()).containsExactlyElementsOf(ids);
    }
}
