package dev.waggle.connect.otel;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.signal.trace.SpanRecorder;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceFields;
import dev.waggle.signal.trace.TraceSpanKind;

/**
 * Tracing system that throws at some of its methods. The children of a span throw as it does.
 *
 * @param called the methods that were called
 * @param isBroken true for a method that throws
 */
record ThrowingRecorder(Set<String> called, Predicate<String> isBroken) implements SpanRecorder, SpanTracer {

    /** All methods: of the tracer, of the span, and of the time in which it is current. */
    static final List<String> METHODS = List.of("current", "start", "isRecording", "recordsContent", "set text",
            "set whole", "set number", "set truth", "event", "warn", "fail", "end", "headers", "activate", "close");

    @Override
    public SpanRecorder current() {
        call("current");
        return this;
    }

    @Override
    public SpanRecorder incoming(Map<String, String> headers) {
        call("incoming");
        return this;
    }

    @Override
    public SpanRecorder start(TraceSpanKind kind, String name, List<String> links) {
        call("start");
        return this;
    }

    @Override
    public boolean isRecording() {
        call("isRecording");
        return true;
    }

    @Override
    public boolean recordsContent() {
        call("recordsContent");
        return true;
    }

    @Override
    public void set(TraceAttribute attribute, String value) {
        call("set text");
    }

    @Override
    public void set(TraceAttribute attribute, long value) {
        call("set whole");
    }

    @Override
    public void set(TraceAttribute attribute, double value) {
        call("set number");
    }

    @Override
    public void set(TraceAttribute attribute, boolean value) {
        call("set truth");
    }

    @Override
    public void event(String name, Consumer<TraceFields> fields) {
        call("event");
        fields.accept(this);
    }

    @Override
    public void warn(String name, String text, Consumer<TraceFields> fields) {
        call("warn");
        fields.accept(this);
    }

    @Override
    public void fail(String type, String message) {
        call("fail");
    }

    @Override
    public void end() {
        call("end");
    }

    @Override
    public Map<String, String> headers() {
        call("headers");
        return Map.of();
    }

    @Override
    public SpanScope activate() {
        call("activate");
        return () -> call("close");
    }

    /** An error is worse than an exception. */
    private void call(String method) {
        called.add(method);
        if (isBroken.test(method)) {
            throw new AssertionError(method + " is broken");
        }
    }
}
