package dev.waggle.spring.actuate;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.SwarmMetric;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * Gauges of one metric in Micrometer, one for each set of labels. Each reads the state of now. All that are read at the
 * same time share one reading of the state, so a scrape of many costs one. Thread-safe.
 */
final class GaugeSeries implements AutoCloseable {

    /** Age in nanoseconds at which a reading is not of now any more. */
    private static final long FRESH = Duration.ofMillis(100).toNanos();

    private final SwarmMetric metric;
    private final Supplier<List<MetricReading>> readings;
    private final MeterRegistry registry;
    /** The gauges by their tags. Guarded by this object, as are the other fields. */
    private final Map<Tags, Gauge> gauges = new HashMap<>();
    private Map<Tags, Double> values = Map.of();
    private long readAt;
    private boolean isClosed;

    GaugeSeries(SwarmMetric metric, Supplier<List<MetricReading>> readings, MeterRegistry registry) {
        this.metric = metric;
        this.readings = readings;
        this.registry = registry;
    }

    synchronized boolean isEmpty() {
        return gauges.isEmpty();
    }

    /** Reads the state, and registers and removes gauges by it. */
    synchronized void refresh() {
        if (isClosed) {
            return;
        }
        Map<Tags, Double> now = new HashMap<>();
        readings.get().forEach(reading -> now.put(MeterNaming.tags(metric, reading.labels()), reading.value()));
        values = now;
        readAt = registry.config().clock().monotonicTime();
        List<Tags> gone = gauges.keySet().stream().filter(tags -> !now.containsKey(tags)).toList();
        gone.forEach(tags -> registry.remove(Objects.requireNonNull(gauges.remove(tags))));
        now.keySet().forEach(tags -> gauges.computeIfAbsent(tags, this::registered));
    }

    private Gauge registered(Tags tags) {
        return Gauge.builder(metric.key(), this, series -> series.value(tags)).description(metric.description())
                .baseUnit(MeterNaming.unit(metric)).tags(tags).strongReference(true).register(registry);
    }

    private synchronized double value(Tags tags) {
        if (registry.config().clock().monotonicTime() - readAt >= FRESH) {
            refresh();
        }
        return values.getOrDefault(tags, Double.NaN);
    }

    /** Removes all gauges. */
    @Override
    public synchronized void close() {
        isClosed = true;
        gauges.values().forEach(registry::remove);
        gauges.clear();
        values = Map.of();
    }
}
