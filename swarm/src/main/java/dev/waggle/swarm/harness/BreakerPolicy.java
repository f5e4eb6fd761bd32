package dev.waggle.swarm.harness;

import java.time.Duration;

/**
 * Thresholds of a circuit breaker.
 *
 * @param threshold consecutive failures that open the circuit, at least 1
 * @param openFor the cool-down without calls, above 0 and at most a day
 */
public record BreakerPolicy(int threshold, Duration openFor) {

    /** Longest cool-down; a longer one calls for a new configuration. */
    private static final Duration MAX_OPEN_TIME = Duration.ofDays(1);

    /** Five failures, 30 seconds. */
    public static final BreakerPolicy DEFAULTS = new BreakerPolicy(5, Duration.ofSeconds(30));

    public BreakerPolicy {
        if (threshold < 1) {
            throw new IllegalArgumentException("the threshold of a circuit must be at least 1, got " + threshold);
        }
        if (openFor.isNegative() || openFor.isZero() || openFor.compareTo(MAX_OPEN_TIME) > 0) {
            throw new IllegalArgumentException(
                    "openFor must be above 0 and at most " + MAX_OPEN_TIME + ", got " + openFor);
        }
    }
}
