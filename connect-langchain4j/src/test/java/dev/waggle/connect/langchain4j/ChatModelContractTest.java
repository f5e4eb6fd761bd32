package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Nested;

/** The contract of harnesses for models of the library: streaming, on a foreign thread, hanging, and whole. */
class ChatModelContractTest {

    @Nested
    class OfStreaming extends OverScript {
        @Override
        public Stage stage(Play play) {
            return Stage.of(ChatModelHarness.of("scripted:model",
                    ScriptedChatModel.of((_, handler) -> act(play, handler, false)).streaming()));
        }
    }

    @Nested
    class OfStreamingOnAForeignThread extends OverScript {
        @Override
        public Stage stage(Play play) {
            return Stage.of(ChatModelHarness.of("scripted:model", ScriptedChatModel
                    .of((_, handler) -> Thread.ofVirtual().start(() -> act(play, handler, false))).streaming()));
        }
    }

    @Nested
    class OfStreamingThatHangs extends OverScript {
        @Override
        public Stage stage(Play play) {
            return Stage.of(ChatModelHarness.of("scripted:model",
                    ScriptedChatModel.of((_, handler) -> act(play, handler, true)).streaming()));
        }
    }

    @Nested
    class OfWhole extends OverScript {
        @Override
        public Stage stage(Play play) {
            return Stage.of(ChatModelHarness.of("scripted:model",
                    ScriptedChatModel.of((_, handler) -> act(play, handler, true)).whole()));
        }
    }

    /** A script behind a harness, in moved time. */
    abstract static class OverScript implements HarnessContract {

        private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 7);

        @Override
        public World world() {
            return world;
        }

        @Override
        public void pass(Duration span) {
            world.advance(span);
        }

        /** @param hangs whether a silent model keeps its thread, and does not end when it is interrupted */
        static void act(Play play, StreamingChatResponseHandler handler, boolean hangs) {
            switch (play) {
                case Play.Answer it -> {
                    it.thinking().forEach(piece -> handler.onPartialThinking(new PartialThinking(piece)));
                    it.text().forEach(handler::onPartialResponse);
                    handler.onCompleteResponse(response(it));
                }
                case Play.Refusal _ -> handler.onError(new AuthenticationException("no such key"));
                case Play.Silence it -> {
                    it.text().forEach(handler::onPartialResponse);
                    if (hangs) {
                        hang(handler);
                    }
                }
            }
        }

        /** Ignores the first interrupt, speaks late, and ends only when nothing can be waiting any more. */
        private static void hang(StreamingChatResponseHandler handler) {
            CountDownLatch never = new CountDownLatch(1);
            try {
                never.await();
            } catch (InterruptedException ignored) {
                handler.onPartialResponse("too late");
                handler.onCompleteResponse(ScriptedChatModel.says("much too late"));
            }
        }

        private static ChatResponse response(Play.Answer it) {
            String text = String.join("", it.text());
            String thinking = String.join("", it.thinking());
            TokenUsage usage = it.usage() == null
                    ? null
                    : new TokenUsage((int) it.usage().inputTokens(), (int) it.usage().outputTokens());
            return ChatResponse.builder()
                    .aiMessage(AiMessage.builder().text(text).thinking(thinking.isEmpty() ? null : thinking)
                            .toolExecutionRequests(it.calls().stream()
                                    .map(call -> ToolExecutionRequest.builder().id(call.id()).name(call.name())
                                            .arguments(call.input() == null ? "" : JsonText.write(call.input()))
                                            .build())
                                    .toList())
                            .build())
                    .finishReason(it.calls().isEmpty() ? FinishReason.STOP : FinishReason.TOOL_EXECUTION)
                    .tokenUsage(usage).build();
        }
    }
}
