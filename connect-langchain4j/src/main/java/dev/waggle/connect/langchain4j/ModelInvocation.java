package dev.waggle.connect.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;

/** Invocation of a model of the library. It may throw, or report to the handler, on any thread. */
@FunctionalInterface
interface ModelInvocation {

    void start(ChatRequest request, StreamingChatResponseHandler handler);

    /** A model whose whole answer is reported at once. */
    static ModelInvocation of(ChatModel model) {
        return (request, handler) -> handler.onCompleteResponse(model.chat(request));
    }

    static ModelInvocation of(StreamingChatModel model) {
        return model::chat;
    }
}
