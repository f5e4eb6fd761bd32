package dev.waggle.signal.trace;

import java.util.Map;

/**
 * Tracing system, the port of traces. An implementation may throw and may be slow in nothing but its own threads:
 * {@link TraceSpan} discards its exceptions. Thread-safe.
 */
public interface SpanTracer {

    /** Tracer that records nothing. */
    SpanTracer NONE = new SpanTracer() {
        @Override
        public SpanRecorder current() {
            return SilentRecorder.INSTANCE;
        }

        @Override
        public SpanRecorder incoming(Map<String, String> headers) {
            return SilentRecorder.INSTANCE;
        }
    };

    /**
     * Returns the context of the calling thread in that system. Its children are children of the span that the
     * application has made current there, or roots of traces.
     */
    SpanRecorder current();

    /**
     * Returns the context that a caller in another process has sent.
     *
     * @param headers headers by their names in small letters, such as {@code traceparent}; others are ignored
     */
    SpanRecorder incoming(Map<String, String> headers);
}
