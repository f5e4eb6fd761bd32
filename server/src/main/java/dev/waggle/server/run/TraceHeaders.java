package dev.waggle.server.run;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.Parameter;

/** Headers of the trace context of a request (W3C, Trace Context, 2021). */
public final class TraceHeaders {

    /** The span of the sender. */
    public static final Parameter PARENT = Parameter.header("traceparent",
            "W3C trace context of the caller. The solve joins the trace of a token with the scope admin, and links to"
                    + " that of another.");

    /** The additions of tracing systems to it. */
    public static final Parameter STATE = Parameter.header("tracestate",
            "W3C trace state of the caller, which counts where its trace is joined.");

    private TraceHeaders() {}

    /** The headers of a request that are there, by their names. */
    public static Map<String, String> of(ApiCall call) {
        Map<String, String> headers = new LinkedHashMap<>();
        call.header(PARENT.name()).ifPresent(value -> headers.put(PARENT.name(), value));
        call.header(STATE.name()).ifPresent(value -> headers.put(STATE.name(), value));
        return headers;
    }
}
