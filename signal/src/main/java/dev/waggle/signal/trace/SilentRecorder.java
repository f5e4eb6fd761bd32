package dev.waggle.signal.trace;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Recorder that records nothing and allocates nothing. */
enum SilentRecorder implements SpanRecorder {
    INSTANCE;

    private static final SpanScope SCOPE = () -> {
    };

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
    public void set(TraceAttribute attribute, String value) {}

    @Override
    public void set(TraceAttribute attribute, long value) {}

    @Override
    public void set(TraceAttribute attribute, double value) {}

    @Override
    public void set(TraceAttribute attribute, boolean value) {}

    @Override
    public void event(String name, Consumer<TraceFields> fields) {}

    @Override
    public void fail(String type, String message) {}

    @Override
    public void end() {}

    @Override
    public Map<String, String> headers() {
        return Map.of();
    }

    @Override
    public SpanScope activate() {
        return SCOPE;
    }
}
