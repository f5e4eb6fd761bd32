package dev.waggle.swarm.metric;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.swarm.harness.call.CircuitBreaker;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;

/** Readings of {@link SwarmMetric#BREAKER_STATE}. */
public final class BreakerReadings {

    private BreakerReadings() {}

    /** One reading for each endpoint. The worst phase counts when several registries know an endpoint. */
    @SuppressWarnings("exports") // For modules that own breakers; their package is exported to those alone.
    public static List<MetricReading> of(Collection<CircuitBreakerRegistry> registries) {
        Map<String, CircuitBreaker.Phase> worst = new TreeMap<>();
        registries.stream().flatMap(registry -> registry.all().stream())
                .forEach(breaker -> worst.merge(breaker.endpoint(), breaker.phase(),
                        (one, other) -> one.compareTo(other) < 0 ? other : one));
        return worst.entrySet().stream()
                .map(entry -> new MetricReading(value(entry.getValue()), Map.of(MetricLabel.ENDPOINT, entry.getKey())))
                .toList();
    }

    private static double value(CircuitBreaker.Phase phase) {
        return switch (phase) {
            case CLOSED -> 0;
            case HALF_OPEN -> 1;
            case OPEN -> 2;
        };
    }
}
