package dev.waggle.server.http;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests by operation, for metrics. May be used by many threads. */
public final class RequestCounter {

    private final Map<String, LongAdder> started = new ConcurrentHashMap<>();

    /** Counts an admitted request. */
    void started(Operation operation) {
        started.computeIfAbsent(operation.id(), _ -> new LongAdder()).increment();
    }

    /** Admitted requests by the id of their operation. */
    public SortedMap<String, Long> counts() {
        SortedMap<String, Long> counts = new TreeMap<>();
        started.forEach((id, count) -> counts.put(id, count.sum()));
        return counts;
    }
}
