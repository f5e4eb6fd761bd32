package dev.waggle.lab.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;

/**
 * Row of a picture of a trace: a span at its depth in the tree.
 *
 * @param depth 0 for the root
 * @param lastChild number of the row of the last child; the own one without children
 */
record SpanRow(SpanData span, int depth, int lastChild) {

    /** The rows of a tree, each span above its children, and these in the order that they are given in. */
    static List<SpanRow> of(List<SpanData> spans) {
        Map<String, List<SpanData>> children = new LinkedHashMap<>();
        spans.forEach(span -> children.computeIfAbsent(span.getParentSpanId(), _ -> new ArrayList<>()).add(span));
        List<SpanRow> rows = new ArrayList<>();
        children.getOrDefault(spans.getFirst().getParentSpanId(), List.of())
                .forEach(root -> add(root, 0, children, rows));
        if (rows.size() != spans.size()) {
            throw new IllegalArgumentException(
                    "the spans are no tree: " + rows.size() + " of " + spans.size() + " are below the first one");
        }
        return rows;
    }

    private static void add(SpanData span, int depth, Map<String, List<SpanData>> children, List<SpanRow> rows) {
        int own = rows.size();
        rows.add(new SpanRow(span, depth, own));
        int last = own;
        for (SpanData child : children.getOrDefault(span.getSpanId(), List.of())) {
            last = rows.size();
            add(child, depth + 1, children, rows);
        }
        rows.set(own, new SpanRow(span, depth, last));
    }

    boolean isFailed() {
        return span.getStatus().getStatusCode() == StatusCode.ERROR;
    }

    /** Duration in nanoseconds. */
    long nanos() {
        return span.getEndEpochNanos() - span.getStartEpochNanos();
    }
}
