package dev.waggle.swarm.harness;

import java.time.Duration;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.harness.call.ResilientHarness;
import org.jspecify.annotations.Nullable;

/**
 * Retry policy: exponential backoff with jitter.
 *
 * <pre>
 *   wait before retry k (from 0) = min(baseDelay * 2^k, maxDelay) * U(1 - jitter, 1 + jitter)
 * </pre>
 *
 * Jitter follows the cap, so that callers with the longest wait do not all return at once. The longest wait is {@code
 * maxDelay * (1 + jitter)}. A wait requested by the other side is the minimum. No wait passes a deadline: {@link
 * ResilientHarness} fails at once instead.
 *
 * @param maxRetries further attempts after the first, 0..100
 * @param baseDelay the wait before the first retry, without jitter
 * @param maxDelay the longest wait without jitter, at least the base and at most a day
 * @param jitter random part of a wait, as a fraction of it, 0..1
 */
public record RetryPolicy(int maxRetries, Duration baseDelay, Duration maxDelay, double jitter) {

    /** Maximum number of retries; more would be an endless loop. */
    private static final int MAX_RETRIES = 100;

    /** Longest wait; no solve lasts longer. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    /** Three retries after about 1, 2 and 4 seconds, 20 % more or less. */
    public static final RetryPolicy DEFAULTS = new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(10), 0.2);

    /** One attempt. */
    public static final RetryPolicy NEVER = new RetryPolicy(0, Duration.ZERO, Duration.ZERO, 0);

    public RetryPolicy {
        if (maxRetries < 0 || maxRetries > MAX_RETRIES) {
            throw new IllegalArgumentException(
                    "maxRetries must be between 0 and " + MAX_RETRIES + ", got " + maxRetries);
        }
        if (baseDelay.isNegative()) {
            throw new IllegalArgumentException("baseDelay must not be negative, got " + baseDelay);
        }
        if (maxDelay.compareTo(baseDelay) < 0 || maxDelay.compareTo(MAX_WAIT) > 0) {
            throw new IllegalArgumentException("maxDelay must be between baseDelay (" + baseDelay + ") and " + MAX_WAIT
                    + ", got " + maxDelay);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter must be between 0 and 1, got " + jitter);
        }
    }

    /**
     * The wait before a retry.
     *
     * @param retry which one, from 0
     * @param retryAfter the wait that the other side requested, if it did
     * @param random source of the jitter; asked once
     */
    public Duration delay(int retry, @Nullable Duration retryAfter, RandomGenerator random) {
        double cap = maxDelay.toNanos();
        double full = Math.min(Math.scalb((double) baseDelay.toNanos(), retry), cap);
        double factor = 1 + jitter * (2 * random.nextDouble() - 1);
        Duration own = Duration.ofNanos(Math.round(full * factor));
        return retryAfter != null && retryAfter.compareTo(own) > 0 ? retryAfter : own;
    }

    /** True if another attempt follows after that many retries. */
    public boolean allows(int retries) {
        return retries < maxRetries;
    }
}
