package dev.waggle.connect.otel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleCounter;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;

/** Metrics in OpenTelemetry. It needs only the API. */
public final class OtelMetrics implements MetricSink {

    private final Meter meter;
    private final OtelSettings settings;
    private final Map<SwarmMetric, DoubleCounter> counters = new EnumMap<>(SwarmMetric.class);
    private final Map<SwarmMetric, DoubleHistogram> histograms = new EnumMap<>(SwarmMetric.class);

    private OtelMetrics(Meter meter, OtelSettings settings) {
        this.meter = meter;
        this.settings = settings;
        for (SwarmMetric metric : SwarmMetric.values()) {
            switch (metric.kind()) {
                case COUNTER -> counters.put(metric, counter(metric));
                case HISTOGRAM -> histograms.put(metric, histogram(metric));
                case GAUGE -> {}
            }
        }
    }

    /** Returns metrics with the settings of the environment. */
    public static OtelMetrics of(OpenTelemetry telemetry) {
        return of(telemetry, OtelSettings.of(System.getenv()));
    }

    public static OtelMetrics of(OpenTelemetry telemetry, OtelSettings settings) {
        return new OtelMetrics(OtelScope.meter(telemetry, settings), settings);
    }

    @Override
    public void record(SwarmMetric metric, MetricReading reading) {
        DoubleCounter counter = counters.get(metric);
        DoubleHistogram histogram = histograms.get(metric);
        if (counter != null) {
            counter.add(reading.value(), attributes(reading));
        } else if (histogram != null) {
            histogram.record(reading.value(), attributes(reading));
        } else {
            throw new IllegalArgumentException(metric + " is a gauge, which is read and not recorded"
                    + "\nMaybe observe registers it.");
        }
    }

    @Override
    public GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings) {
        ObservableDoubleGauge gauge = meter.gaugeBuilder(metric.key()).setUnit(metric.unit())
                .setDescription(metric.description()).buildWithCallback(measurement -> readings.get()
                        .forEach(reading -> measurement.record(reading.value(), attributes(reading))));
        return gauge::close;
    }

    private DoubleCounter counter(SwarmMetric metric) {
        return meter.counterBuilder(metric.key()).ofDoubles().setUnit(metric.unit())
                .setDescription(metric.description()).build();
    }

    private DoubleHistogram histogram(SwarmMetric metric) {
        return meter.histogramBuilder(metric.key()).setUnit(metric.unit()).setDescription(metric.description())
                .setExplicitBucketBoundariesAdvice(metric.buckets()).build();
    }

    private Attributes attributes(MetricReading reading) {
        AttributesBuilder attributes = Attributes.builder();
        boolean isLatest = settings.usesLatest();
        reading.labels().forEach((label, value) -> attributes.put(GenAiConventions.key(label, isLatest),
                label == MetricLabel.PROVIDER ? GenAiConventions.provider(value, isLatest) : value));
        return attributes.build();
    }
}
