package dev.waggle.connect.llm.wire;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.waggle.connect.llm.endpoint.CaFile;
import org.jspecify.annotations.Nullable;

/**
 * Hooks of one call, all on the thread that sends and reads.
 *
 * @param outgoing transformation of the request before it is sent: own headers, query parameters and fields
 * @param watch listener of every event as it came
 * @param mending transformation of an event before the library reads it
 * @param caFile the authorities that this endpoint is trusted by; without it, those of the whole client
 */
public record CallHooks(UnaryOperator<HttpRequest> outgoing, Consumer<ServerSentEvent> watch,
        UnaryOperator<ServerSentEvent> mending, @Nullable CaFile caFile) {

    /** No hooks. */
    public static final CallHooks NONE = new CallHooks(UnaryOperator.identity(), _ -> {}, UnaryOperator.identity(),
            null);
}
