package dev.waggle.spring.actuate;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * Metrics of a swarm in Micrometer. A histogram becomes a distribution summary in its base unit, with the buckets of the
 * metric.
 */
public final class MicrometerSink implements MetricSink {

    private final MeterRegistry registry;
    private final List<GaugeSeries> gauges = new CopyOnWriteArrayList<>();

    public MicrometerSink(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void record(SwarmMetric metric, MetricReading reading) {
        Tags tags = MeterNaming.tags(metric, reading.labels());
        switch (metric.kind()) {
            case COUNTER -> Counter.builder(metric.key()).description(metric.description())
                    .baseUnit(MeterNaming.unit(metric)).tags(tags).register(registry).increment(reading.value());
            case HISTOGRAM -> DistributionSummary.builder(metric.key()).description(metric.description())
                    .baseUnit(MeterNaming.unit(metric)).tags(tags)
                    .serviceLevelObjectives(metric.buckets().stream().mapToDouble(Double::doubleValue).toArray())
                    .register(registry).record(reading.value());
            case GAUGE -> throw new IllegalArgumentException(metric.key() + " is a gauge, which is observed");
        }
        discover();
    }

    /** Registers a gauge for each set of labels; those that appear later are found when one of them is read. */
    @Override
    public GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings) {
        GaugeSeries series = new GaugeSeries(metric, readings, registry);
        series.refresh();
        gauges.add(series);
        return () -> {
            gauges.remove(series);
            series.close();
        };
    }

    /** Registers what gauges that had nothing to show yet have now; nobody reads such a gauge. */
    public void discover() {
        gauges.stream().filter(GaugeSeries::isEmpty).forEach(GaugeSeries::refresh);
    }
}
