package dev.waggle.spring.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.inbox.InboxService;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.BreakerReadings;
import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import org.jspecify.annotations.Nullable;

/** Gauges of an application: the states of circuit breakers and the depth of inboxes, until it is closed. */
public final class SwarmGauges implements AutoCloseable {

    private final List<MetricSink.GaugeRegistration> gauges = new ArrayList<>();

    /**
     * Registers the gauges.
     *
     * @param inboxes the inboxes; {@code null} where the application has none of ours
     */
    public SwarmGauges(MetricSink metrics, CircuitBreakerRegistry breakers, @Nullable InboxService inboxes) {
        gauges.add(metrics.observe(SwarmMetric.BREAKER_STATE, () -> BreakerReadings.of(List.of(breakers))));
        if (inboxes != null) {
            gauges.add(metrics.observe(SwarmMetric.INBOX_DEPTH, () -> depths(inboxes)));
        }
    }

    private static List<MetricReading> depths(InboxService inboxes) {
        return inboxes.agents().stream().flatMap(agent -> inboxes.status(agent).stream())
                .map(status -> new MetricReading(status.waiting(), Map.of(MetricLabel.AGENT, status.agentId())))
                .toList();
    }

    @Override
    public void close() {
        gauges.forEach(MetricSink.GaugeRegistration::close);
        gauges.clear();
    }
}
