package dev.waggle.connect.otel;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/** The spans that were started and have not ended. */
final class OpenSpans implements SpanProcessor {

    private final Map<String, String> open = new ConcurrentHashMap<>();

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        open.put(span.getSpanContext().getSpanId(), span.getName());
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        open.remove(span.getSpanContext().getSpanId());
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    List<String> names() {
        return List.copyOf(open.values());
    }
}
