package dev.waggle.server.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Values of late by the id of a run; the oldest makes way for a new one. May be used by many threads. */
final class RecentMap<V> {

    private static final int MAX_REMEMBERED = 1_000;

    private final Map<String, V> values = new LinkedHashMap<>();

    synchronized void put(String run, V value) {
        values.remove(run);
        values.put(run, value);
        if (values.size() > MAX_REMEMBERED) {
            values.remove(values.keySet().iterator().next());
        }
    }

    synchronized @Nullable V get(String run) {
        return values.get(run);
    }

    synchronized List<V> values() {
        return List.copyOf(values.values());
    }

    synchronized void remove(String run) {
        values.remove(run);
    }
}
