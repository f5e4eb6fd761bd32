package dev.waggle.connect.llm.wire;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import org.jspecify.annotations.Nullable;

/**
 * Forwards server-sent events and records data that the library ignores: the number of events, an error or a refusal
 * among them, and an unreadable event. Nothing is forwarded after these.
 */
final class RawEventListener implements ServerSentEventListener {

    /** End event of OpenAI and compatible providers. */
    private static final String LAST_WORD = "[DONE]";

    private final ServerSentEventListener listener;
    private final CallHooks hooks;
    private final CompletableFuture<Void> lastWord;
    private int events;
    private @Nullable TransportError reportedError;
    private @Nullable String unreadableEvent;

    RawEventListener(ServerSentEventListener listener, CallHooks hooks, CompletableFuture<Void> lastWord) {
        this.listener = listener;
        this.hooks = hooks;
        this.lastWord = lastWord;
    }

    /** Number of events, without those after a fault. */
    int events() {
        return events;
    }

    /** The fault that the provider reported, if any. */
    @Nullable TransportError reportedError() {
        return reportedError;
    }

    /** The event that could not be read, if there was one. */
    @Nullable String unreadableEvent() {
        return unreadableEvent;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
        pass(event, mended -> listener.onEvent(mended, context));
    }

    @Override
    public void onEvent(ServerSentEvent event) {
        pass(event, listener::onEvent);
    }

    /** The stream records its own faults and reports them when the parser is done. */
    @Override
    public void onError(Throwable error) {}

    private void pass(ServerSentEvent event, Consumer<ServerSentEvent> on) {
        if (reportedError != null || unreadableEvent != null) {
            return;
        }
        events++;
        if (LAST_WORD.equals(event.data())) {
            lastWord.complete(null);
        } else if (!isObject(event.data())) {
            reportedError = StreamedError.findInArray(event.data());
            unreadableEvent = reportedError == null ? event.data() : null;
            return;
        }
        reportedError = StreamedError.findIn(event);
        if (reportedError == null) {
            try {
                hooks.watch().accept(event);
                on.accept(hooks.mending().apply(event));
            } catch (RuntimeException notRead) {
                unreadableEvent = event.data();
            }
        }
    }

    /** Every event of all four formats is an object. */
    private static boolean isObject(String data) {
        String text = data.strip();
        return text.startsWith("{") && text.endsWith("}");
    }
}
