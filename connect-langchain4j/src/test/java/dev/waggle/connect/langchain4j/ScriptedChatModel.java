package dev.waggle.connect.langchain4j;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import org.jspecify.annotations.Nullable;

/** Models of the library whose answers a test writes, with the requests that they got. */
final class ScriptedChatModel {

    final List<ChatRequest> requests = new CopyOnWriteArrayList<>();
    private final Set<Capability> capabilities;
    private final BiConsumer<ChatRequest, StreamingChatResponseHandler> script;

    private ScriptedChatModel(Set<Capability> capabilities,
            BiConsumer<ChatRequest, StreamingChatResponseHandler> script) {
        this.capabilities = capabilities;
        this.script = script;
    }

    /** A model that answers in that way, on the thread of the call. */
    static ScriptedChatModel of(BiConsumer<ChatRequest, StreamingChatResponseHandler> script) {
        return new ScriptedChatModel(Set.of(), script);
    }

    /** A model with these answers in order, the last one again and again. */
    static ScriptedChatModel answering(ChatResponse... answers) {
        int[] next = {0};
        return of((_, handler) -> {
            int at = Math.min(next[0]++, answers.length - 1);
            handler.onCompleteResponse(answers[at]);
        });
    }

    ScriptedChatModel withSchemas() {
        return new ScriptedChatModel(Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA), script);
    }

    StreamingChatModel streaming() {
        return new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                requests.add(request);
                script.accept(request, handler);
            }

            @Override
            public Set<Capability> supportedCapabilities() {
                return capabilities;
            }
        };
    }

    /** A model whose answer comes whole: the last that the script reports. */
    ChatModel whole() {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                requests.add(request);
                ChatResponse[] answer = new ChatResponse[1];
                script.accept(request, new StreamingChatResponseHandler() {
                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        answer[0] = response;
                    }

                    @Override
                    public void onError(Throwable failure) {
                        throw failure instanceof RuntimeException unchecked
                                ? unchecked
                                : new IllegalStateException(failure);
                    }
                });
                return answer[0];
            }

            @Override
            public Set<Capability> supportedCapabilities() {
                return capabilities;
            }
        };
    }

    static ChatResponse says(String text) {
        return answer(AiMessage.from(text), FinishReason.STOP);
    }

    static ChatResponse calls(ToolExecutionRequest... calls) {
        return answer(AiMessage.from(calls), FinishReason.TOOL_EXECUTION);
    }

    static ChatResponse answer(AiMessage message, @Nullable FinishReason reason) {
        return ChatResponse.builder().aiMessage(message).finishReason(reason).tokenUsage(new TokenUsage(20, 10))
                .build();
    }

    static ToolExecutionRequest call(@Nullable String id, String name, String arguments) {
        return ToolExecutionRequest.builder().id(id).name(name).arguments(arguments).build();
    }
}
