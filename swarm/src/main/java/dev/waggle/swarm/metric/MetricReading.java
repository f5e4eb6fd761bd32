package dev.waggle.swarm.metric;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Value of a metric with its labels. */
public record MetricReading(double value, Map<MetricLabel, String> labels) {

    public MetricReading {
        Map<MetricLabel, String> sorted = new EnumMap<>(MetricLabel.class);
        sorted.putAll(labels);
        labels = Collections.unmodifiableMap(sorted);
    }
}
