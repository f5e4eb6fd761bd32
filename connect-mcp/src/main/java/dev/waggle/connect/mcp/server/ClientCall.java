package dev.waggle.connect.mcp.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.tool.ToolCaller;
import org.jspecify.annotations.Nullable;

/**
 * Call of a tool by a client.
 *
 * @param caller the client under the name that it chose
 * @param account the sender of the request as the admission authenticated it; {@code null} where it names none
 * @param progress the reporter of the progress
 * @param trace the W3C trace context of the client, by names of headers; empty where it sent none
 */
public record ClientCall(ToolCaller caller, @Nullable String account, ProgressReporter progress,
        Map<String, String> trace) {

    private static final List<String> TRACE_HEADERS = List.of("traceparent", "tracestate");

    /** Longest value that is read, which is what the recommendation of the W3C asks for. */
    private static final int MAX_TRACE_VALUE = 512;

    public ClientCall {
        trace = Map.copyOf(trace);
    }

    /** A call of a client that sent no trace context. */
    public ClientCall(ToolCaller caller, @Nullable String account, ProgressReporter progress) {
        this(caller, account, progress, Map.of());
    }

    /** The trace context in the {@code _meta} of a call; a field that is no text, or is too long, is ignored. */
    static Map<String, String> traceOf(@Nullable Map<String, ?> meta) {
        Map<String, String> trace = new HashMap<>();
        if (meta != null) {
            for (String name : TRACE_HEADERS) {
                if (meta.get(name) instanceof String value && value.length() <= MAX_TRACE_VALUE) {
                    trace.put(name, value);
                }
            }
        }
        return trace;
    }
}
