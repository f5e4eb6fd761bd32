package dev.waggle.lab.trace;

import java.util.ArrayList;
import java.util.List;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;

/** Exporter in memory that keeps spans in the order of their starts. Thread-safe. */
final class StartOrder implements SpanProcessor {

    private final List<ReadableSpan> started = new ArrayList<>();

    @Override
    public synchronized void onStart(Context parent, ReadWriteSpan span) {
        started.add(span);
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
        return false;
    }

    /** The spans so far; those with the same parent stand in the order of their starts. */
    synchronized List<SpanData> spans() {
        return started.stream().map(ReadableSpan::toSpanData).toList();
    }
}
