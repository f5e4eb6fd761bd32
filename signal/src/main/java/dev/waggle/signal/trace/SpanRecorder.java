package dev.waggle.signal.trace;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Span, or remote context, as a tracing system has it. Only {@link TraceSpan} calls it, from any thread. Every method
 * may throw.
 */
public interface SpanRecorder extends TraceFields {

    /** True if attributes and events go into a trace. */
    boolean isRecording();

    /** True if attributes that hold content of questions and answers are wanted too. */
    boolean recordsContent();

    /**
     * Starts a child.
     *
     * @param name the agent, the model, the tool or the run; the system makes the name of the span of it
     * @param links {@code traceparent} of spans of other traces that led to this one
     */
    SpanRecorder start(TraceSpanKind kind, String name, List<String> links);

    /** Records an event of now. */
    void event(String name, Consumer<TraceFields> fields);

    /**
     * Records a warning of now in the logs of the system, with this span. A system without logs ignores it.
     *
     * @param name type of the warning, such as {@code agent:error}
     * @param text sentence in words of the runtime, without content
     * @param fields its attributes; the system omits {@link TraceAttribute#MESSAGE} unless content is wanted in logs
     */
    default void warn(String name, String text, Consumer<TraceFields> fields) {}

    /**
     * Marks the span as failed.
     *
     * @param type a short word for the kind of failure
     */
    void fail(String type, String message);

    /** Ends the span; called once. */
    void end();

    /** Returns the headers that tell another process of this span. */
    Map<String, String> headers();

    /** Makes the span current on this thread in the tracing system, until the scope is closed on this thread. */
    SpanScope activate();

    /** Time in which a span is current on a thread. */
    @FunctionalInterface
    interface SpanScope extends AutoCloseable {
        @Override
        void close();
    }
}
