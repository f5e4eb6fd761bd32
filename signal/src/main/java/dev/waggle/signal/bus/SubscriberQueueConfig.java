package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.Objects;

/**
 * Bound of the queue of an asynchronous subscriber, and the rule when it is full.
 *
 * @param capacity maximum number of signals that wait, at least 1
 * @param whenFull the rule when one more arrives
 * @param maxBlock maximum time that {@link OverflowPolicy#BLOCK_PUBLISHER} waits for room, greater than zero
 */
public record SubscriberQueueConfig(int capacity, OverflowPolicy whenFull, Duration maxBlock) {

    /** Half of the time that a publisher waits for a full bus, so that one hung subscriber refuses no publisher. */
    private static final Duration DEFAULT_MAX_BLOCK = Duration.ofSeconds(5);

    /** Rule for a signal that finds the queue full. Every rule reports the lost signals, and counts them. */
    public enum OverflowPolicy {
        /**
         * The dispatching thread waits for room, and with it every delivery of the bus. After {@code maxBlock} the
         * subscriber counts as stalled. It misses signals, without a wait, until it takes its next one.
         */
        BLOCK_PUBLISHER,
        /** The signal that waited longest is lost. */
        DROP_OLDEST,
        /** The new signal is lost. */
        DROP_NEWEST,
        /** The new signal is lost, and the subscription ends after the waiting ones. */
        CLOSE
    }

    public SubscriberQueueConfig {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, got " + capacity);
        }
        Objects.requireNonNull(whenFull, "whenFull");
        if (!Objects.requireNonNull(maxBlock, "maxBlock").isPositive()) {
            throw new IllegalArgumentException("maxBlock must be greater than zero, got " + maxBlock
                    + "\nMaybe OverflowPolicy.DROP_NEWEST, which never waits.");
        }
    }

    /** Creates a configuration with that bound and rule; a blocked publisher waits for 5 seconds. */
    public static SubscriberQueueConfig of(int capacity, OverflowPolicy whenFull) {
        return new SubscriberQueueConfig(capacity, whenFull, DEFAULT_MAX_BLOCK);
    }

    public SubscriberQueueConfig withMaxBlock(Duration span) {
        return new SubscriberQueueConfig(capacity, whenFull, span);
    }
}
