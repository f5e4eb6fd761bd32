package dev.waggle.signal.trace;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Tracer that knows of a span only the headers with which its trace came in. */
public final class HeaderTracer implements SpanTracer {

    @Override
    public SpanRecorder current() {
        return NONE.current();
    }

    @Override
    public SpanRecorder incoming(Map<String, String> headers) {
        return new HeaderRecorder(Map.copyOf(headers));
    }

    /** Recorder of a span and its children. */
    private record HeaderRecorder(Map<String, String> headers) implements SpanRecorder {

        @Override
        public boolean isRecording() {
            return false;
        }

        @Override
        public boolean recordsContent() {
            return false;
        }

        @Override
        public SpanRecorder start(TraceSpanKind kind, String name, List<String> links) {
            return this;
        }

        @Override
        public void event(String name, Consumer<TraceFields> fields) {}

        @Override
        public void fail(String type, String message) {}

        @Override
        public void end() {}

        @Override
        public SpanScope activate() {
            return () -> {
            };
        }

        @Override
        public void set(TraceAttribute attribute, String value) {}

        @Override
        public void set(TraceAttribute attribute, long value) {}

        @Override
        public void set(TraceAttribute attribute, double value) {}

        @Override
        public void set(TraceAttribute attribute, boolean value) {}
    }
}
