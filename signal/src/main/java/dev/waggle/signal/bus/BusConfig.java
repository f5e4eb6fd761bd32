package dev.waggle.signal.bus;

import java.time.Duration;

/**
 * How a bus behaves.
 *
 * @param maxHistorySize most signals kept for queries, at least 1; the oldest leave first
 * @param defaultTtl how long a signal without its own span counts
 * @param detectConflicts whether rival proposals are noticed
 */
public record BusConfig(int maxHistorySize, Duration defaultTtl, boolean detectConflicts) {

    public BusConfig {
        if (maxHistorySize < 1) {
            throw new IllegalArgumentException("maxHistorySize must be at least 1, got " + maxHistorySize);
        }
        if (defaultTtl.isNegative()) {
            throw new IllegalArgumentException("defaultTtl must not be negative, got " + defaultTtl);
        }
    }

    /** 1000 signals, 60 seconds, conflicts detected. */
    public static BusConfig defaults() {
        return new BusConfig(1000, Duration.ofSeconds(60), true);
    }

    public BusConfig withMaxHistorySize(int size) {
        return new BusConfig(size, defaultTtl, detectConflicts);
    }

    public BusConfig withDefaultTtl(Duration ttl) {
        return new BusConfig(maxHistorySize, ttl, detectConflicts);
    }

    public BusConfig withDetectConflicts(boolean detect) {
        return new BusConfig(maxHistorySize, defaultTtl, detect);
    }
}
