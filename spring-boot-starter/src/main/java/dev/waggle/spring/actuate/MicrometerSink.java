package dev.waggle.spring.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;

/**
 * Metrics of a swarm in Micrometer. A histogram becomes a distribution summary in its base unit, with the buckets of the
 * metric. Every meter has all labels of its metric, because some registries need one set of tags for each name. An absent
 * label has the value {@code none}.
 */
public final class MicrometerSink implements MetricSink {

    private static final String ABSENT = "none";

    private final MeterRegistry registry;

    public MicrometerSink(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void record(SwarmMetric metric, MetricReading reading) {
        Tags tags = tags(metric, reading.labels());
        switch (metric.kind()) {
            case COUNTER -> Counter.builder(metric.key()).description(metric.description()).baseUnit(metric.unit())
                    .tags(tags).register(registry).increment(reading.value());
            case HISTOGRAM -> DistributionSummary.builder(metric.key()).description(metric.description())
                    .baseUnit(metric.unit()).tags(tags)
                    .serviceLevelObjectives(metric.buckets().stream().mapToDouble(Double::doubleValue).toArray())
                    .register(registry).record(reading.value());
            case GAUGE -> throw new IllegalArgumentException(metric.key() + " is a gauge, which is observed");
        }
    }

    @Override
    public GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings) {
        MultiGauge gauge = MultiGauge.builder(metric.key()).description(metric.description()).baseUnit(metric.unit())
                .register(registry);
        GaugeRows rows = new GaugeRows(metric, readings, gauge);
        rows.refresh();
        io.micrometer.core.instrument.Gauge refreshing = io.micrometer.core.instrument.Gauge
                .builder(metric.key() + ".series", rows, GaugeRows::refresh)
                .description("Number of series of " + metric.key() + '.').strongReference(true).register(registry);
        return () -> {
            var _ = registry.remove(refreshing);
            gauge.register(List.of(), true);
        };
    }

    private static Tags tags(SwarmMetric metric, Map<MetricLabel, String> labels) {
        List<Tag> tags = new ArrayList<>();
        metric.labels().forEach(label -> tags.add(Tag.of(label.key(), labels.getOrDefault(label, ABSENT))));
        return Tags.of(tags);
    }

    /** Rows of a gauge, read anew with each scrape. */
    private record GaugeRows(SwarmMetric metric, Supplier<List<MetricReading>> readings, MultiGauge gauge) {

        double refresh() {
            List<MetricReading> now = readings.get();
            gauge.register(now.stream().<MultiGauge.Row<?>>map(reading -> MultiGauge.Row
                    .of(tags(metric, reading.labels()), reading.value())).toList(), true);
            return now.size();
        }
    }
}
