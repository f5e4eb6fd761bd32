package dev.waggle.spring.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.SwarmMetric;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

/** Tags and units of metrics in Micrometer. */
final class MeterNaming {

    private static final String ABSENT = "none";

    /** The unit of durations in Micrometer, {@code s} in UCUM. */
    private static final String SECONDS = "seconds";

    private MeterNaming() {}

    /**
     * The tags of a meter. They are all labels of its metric, because some registries need one set of tags for each
     * name. An absent label has the value {@code none}.
     */
    static Tags tags(SwarmMetric metric, Map<MetricLabel, String> labels) {
        List<Tag> tags = new ArrayList<>();
        metric.labels().forEach(label -> tags.add(Tag.of(label.key(), labels.getOrDefault(label, ABSENT))));
        return Tags.of(tags);
    }

    /**
     * Returns the unit as a word of Micrometer, because registries make it a part of the name. It is {@code null} for a
     * number of what the name says. OpenTelemetry omits such a unit from names, too.
     */
    static @Nullable String unit(SwarmMetric metric) {
        String unit = metric.unit();
        if (unit.equals("1") || unit.startsWith("{")) {
            return null;
        }
        return unit.equals("s") ? SECONDS : unit;
    }
}
