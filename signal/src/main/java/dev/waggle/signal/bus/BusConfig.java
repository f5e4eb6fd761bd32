package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.signal.Signal;

/**
 * Configuration of a bus.
 *
 * @param maxHistorySize maximum number of signals kept for queries, at least 1; the oldest are evicted first
 * @param maxHistoryBytes maximum estimated memory of these signals, at least 1; the oldest are evicted first, and a
 *     larger signal is retained alone. The estimate is 0.6 kB for each signal and two bytes for each character
 * @param defaultTtl the TTL of a signal without its own
 * @param conflictDetector supplies the detector of contradictions, a new one for each bus
 * @param sweepInterval the interval at which expired signals are removed; zero means never
 * @param maxWaiting maximum number of other threads' signals that wait for delivery, at least 1; then publishers wait
 * @param callOrder the order in which the subscribers of a signal are called
 */
public record BusConfig(int maxHistorySize, long maxHistoryBytes, Duration defaultTtl,
        Supplier<? extends ConflictDetector> conflictDetector,
        Duration sweepInterval, int maxWaiting, CallOrder callOrder) {

    /** Detectors of the default: rival proposals. One object, so that equal configurations are equal. */
    private static final Supplier<ConflictDetector> RIVAL_PROPOSALS = ProposalConflictDetector::new;

    private static final Supplier<ConflictDetector> NO_CONFLICTS = NoConflictDetector::new;

    /** 256 MiB: a thousand signals of 130,000 characters each, or 350,000 short ones. */
    public static final long DEFAULT_MAX_HISTORY_BYTES = 256L << 20;

    /** Order in which the subscribers of a signal are called. */
    public enum CallOrder {
        /** In the order in which they subscribed. */
        SUBSCRIPTION,
        /**
         * Callbacks of one class after each other, classes in the order of their first subscriber: for JVMs that call
         * runs of one class faster. Measure it; docs/performance.md found no difference at 100 subscribers.
         */
        CLASS
    }

    public BusConfig {
        if (maxHistorySize < 1) {
            throw new IllegalArgumentException("maxHistorySize must be at least 1, got " + maxHistorySize);
        }
        if (maxHistoryBytes < 1) {
            throw new IllegalArgumentException("maxHistoryBytes must be at least 1, got " + maxHistoryBytes);
        }
        if (Objects.requireNonNull(defaultTtl, "defaultTtl").isNegative()) {
            throw new IllegalArgumentException("defaultTtl must not be negative, got " + defaultTtl);
        }
        Objects.requireNonNull(conflictDetector, "conflictDetector");
        if (Objects.requireNonNull(sweepInterval, "sweepInterval").isNegative()) {
            throw new IllegalArgumentException(
                    "sweepInterval must not be negative, got " + sweepInterval + "\nMaybe Duration.ZERO for no sweep.");
        }
        if (maxWaiting < 1) {
            throw new IllegalArgumentException("maxWaiting must be at least 1, got " + maxWaiting);
        }
        Objects.requireNonNull(callOrder, "callOrder");
    }

    /** 1000 signals, 256 MiB, 60 seconds, conflicts detected, a sweep every 10 seconds; 10,000 may wait. */
    public static BusConfig defaults() {
        return new BusConfig(1000, DEFAULT_MAX_HISTORY_BYTES, Duration.ofSeconds(60), RIVAL_PROPOSALS,
                Duration.ofSeconds(10), 10_000,
                CallOrder.SUBSCRIPTION);
    }

    public BusConfig withMaxHistorySize(int size) {
        return new BusConfig(size, maxHistoryBytes, defaultTtl, conflictDetector, sweepInterval, maxWaiting, callOrder);
    }

    public BusConfig withMaxHistoryBytes(long bytes) {
        return new BusConfig(maxHistorySize, bytes, defaultTtl, conflictDetector, sweepInterval, maxWaiting, callOrder);
    }

    public BusConfig withDefaultTtl(Duration ttl) {
        return new BusConfig(maxHistorySize, maxHistoryBytes, ttl, conflictDetector, sweepInterval, maxWaiting,
                callOrder);
    }

    /** True unless the detection of conflicts is off. */
    public boolean detectConflicts() {
        return !conflictDetector.equals(NO_CONFLICTS);
    }

    /** Detects rival proposals, or nothing. */
    public BusConfig withDetectConflicts(boolean detect) {
        return withConflictDetector(detect ? RIVAL_PROPOSALS : NO_CONFLICTS);
    }

    /** Detects what the detectors of that supplier find. Each bus takes one when it is created. */
    public BusConfig withConflictDetector(Supplier<? extends ConflictDetector> detectors) {
        return new BusConfig(maxHistorySize, maxHistoryBytes, defaultTtl, detectors, sweepInterval, maxWaiting,
                callOrder);
    }

    public BusConfig withSweepInterval(Duration interval) {
        return new BusConfig(maxHistorySize, maxHistoryBytes, defaultTtl, conflictDetector, interval, maxWaiting,
                callOrder);
    }

    public BusConfig withMaxWaiting(int max) {
        return new BusConfig(maxHistorySize, maxHistoryBytes, defaultTtl, conflictDetector, sweepInterval, max,
                callOrder);
    }

    public BusConfig withCallOrder(CallOrder order) {
        return new BusConfig(maxHistorySize, maxHistoryBytes, defaultTtl, conflictDetector, sweepInterval, maxWaiting,
                order);
    }

    /** Detector that finds nothing. */
    private static final class NoConflictDetector implements ConflictDetector {

        @Override
        public Optional<Signal> check(Signal signal, RetainedSignals retained) {
            return Optional.empty();
        }
    }
}
