package dev.waggle.spring.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MicrometerSinkTest {

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final MicrometerSink sink = new MicrometerSink(registry);

    /** Prometheus appends the unit to the name, so that one of UCUM would become {@code waggle_breaker_state_1}. */
    @Test
    void durationsAreInSecondsAndOtherMetricsHaveNoUnitInTheirNames() {
        MetricReading reading = new MetricReading(1, Map.of());
        for (SwarmMetric metric : SwarmMetric.values()) {
            if (metric.kind() == SwarmMetric.MetricKind.GAUGE) {
                MetricSink.GaugeRegistration _ = sink.observe(metric, () -> List.of(reading));
            } else {
                sink.record(metric, reading);
            }
        }

        assertThat(SwarmMetric.values()).allSatisfy(metric -> assertThat(
                registry.get(metric.key()).meter().getId().getBaseUnit())
                .isEqualTo(metric.key().endsWith(".duration") ? "seconds" : null));
    }

    @Test
    void aGaugeShowsTheSeriesOfNow() {
        List<MetricReading> now = new ArrayList<>();
        MetricSink.GaugeRegistration registration = sink.observe(SwarmMetric.INBOX_DEPTH, () -> List.copyOf(now));
        assertThat(depths()).isEmpty();

        now.add(depth("ann", 1));
        sink.discover();
        assertThat(depths()).containsExactly(Map.entry("ann", 1.0));

        now.add(depth("bob", 2));
        clock.addSeconds(1);
        assertThat(depths()).containsExactly(Map.entry("ann", 1.0));
        assertThat(depths()).containsOnly(Map.entry("ann", 1.0), Map.entry("bob", 2.0));

        now.clear();
        now.add(depth("bob", 3));
        clock.addSeconds(1);
        assertThat(depths()).containsEntry("bob", 3.0);
        assertThat(depths()).containsExactly(Map.entry("bob", 3.0));

        registration.close();
        sink.discover();
        assertThat(depths()).isEmpty();
    }

    private static MetricReading depth(String agent, double waiting) {
        return new MetricReading(waiting, Map.of(MetricLabel.AGENT, agent));
    }

    /** The values of a scrape, by agent. */
    private Map<String, Double> depths() {
        Map<String, Double> values = new TreeMap<>();
        registry.find("waggle.inbox.depth").gauges()
                .forEach(gauge -> values.put(String.valueOf(gauge.getId().getTag("gen_ai.agent.id")), gauge.value()));
        return values;
    }
}
