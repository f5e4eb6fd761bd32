package dev.waggle.cli.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;

/**
 * Gauge of sources that open and close. The last readings of a closed source stay until the next export, so that a
 * short command exports them too. Of readings with the same labels the highest counts. Thread-safe.
 */
final class SourceGauge {

    /** Maximum number of readings of closed sources until the next export; more are discarded. */
    private static final int MAX_CLOSED = 1_000;

    private final List<Supplier<List<MetricReading>>> sources = new CopyOnWriteArrayList<>();
    /** Guarded by this. */
    private final Map<Map<MetricLabel, String>, MetricReading> closed = new LinkedHashMap<>();

    /** Reads a source until the result is closed. */
    MetricSink.GaugeRegistration add(Supplier<List<MetricReading>> source) {
        AtomicBoolean isOpen = new AtomicBoolean(true);
        sources.add(source);
        return () -> {
            if (isOpen.getAndSet(false)) {
                sources.remove(source);
                keep(source);
            }
        };
    }

    private void keep(Supplier<List<MetricReading>> source) {
        List<MetricReading> last = read(source);
        synchronized (this) {
            for (MetricReading reading : last) {
                if (closed.size() < MAX_CLOSED || closed.containsKey(reading.labels())) {
                    merge(reading, closed);
                }
            }
        }
    }

    /** The readings of an export; those of closed sources are in it once. */
    List<MetricReading> read() {
        Map<Map<MetricLabel, String>, MetricReading> now;
        synchronized (this) {
            now = new LinkedHashMap<>(closed);
            closed.clear();
        }
        sources.forEach(source -> read(source).forEach(reading -> merge(reading, now)));
        return new ArrayList<>(now.values());
    }

    private static void merge(MetricReading reading, Map<Map<MetricLabel, String>, MetricReading> into) {
        MetricReading _ = into.merge(reading.labels(), reading,
                (one, other) -> one.value() < other.value() ? other : one);
    }

    /** The readings of a source; none of one that fails, for example because it is being closed. */
    private static List<MetricReading> read(Supplier<List<MetricReading>> source) {
        try {
            return source.get();
        } catch (RuntimeException unreadable) {
            return List.of();
        }
    }
}
