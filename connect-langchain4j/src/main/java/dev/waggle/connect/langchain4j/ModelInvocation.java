package dev.waggle.connect.langchain4j;

import java.util.function.BiConsumer;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;

/**
 * Invocation of a model of the library.
 *
 * @param streamed whether the answer comes in pieces
 * @param call sends a request; it may throw, or report to the handler, on any thread
 */
record ModelInvocation(boolean streamed, BiConsumer<ChatRequest, StreamingChatResponseHandler> call) {

    /** A model whose whole answer is reported at once. */
    static ModelInvocation of(ChatModel model) {
        return new ModelInvocation(false, (request, handler) -> handler.onCompleteResponse(model.chat(request)));
    }

    static ModelInvocation of(StreamingChatModel model) {
        return new ModelInvocation(true, model::chat);
    }
}
