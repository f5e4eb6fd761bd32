package dev.waggle.signal.history.store;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Signal;

/**
 * Times as nanoseconds since 1970, for fast comparison. Times outside the range of a long, before 1677 and after
 * 2262, are clamped to it.
 */
final class EpochNanos {

    private static final long PER_SECOND = 1_000_000_000;
    private static final long MAX_SECONDS = Long.MAX_VALUE / PER_SECOND - 1;
    private static final long MAX_NANOS = Long.MAX_VALUE - 1;

    private EpochNanos() {}

    static long of(Instant time) {
        long seconds = time.getEpochSecond();
        if (seconds > MAX_SECONDS) {
            return MAX_NANOS;
        }
        return seconds < -MAX_SECONDS ? -MAX_NANOS : seconds * PER_SECOND + time.getNano();
    }

    /** Returns the last nanosecond of a signal's life; {@link Long#MAX_VALUE} when the clock does not end it. */
    static long expiryOf(Signal signal, Duration defaultTtl) {
        return switch (signal.lifetime()) {
            case Lifetime.Unlimited _, Lifetime.UntilStep _ -> Long.MAX_VALUE;
            case Lifetime.DefaultTtl _ -> later(of(signal.time()), defaultTtl);
            case Lifetime.Ttl ttl -> later(of(signal.time()), ttl.span());
        };
    }

    private static long later(long time, Duration span) {
        if (span.getSeconds() > MAX_SECONDS) {
            return MAX_NANOS;
        }
        long sum = time + span.getSeconds() * PER_SECOND + span.getNano();
        boolean overflowed = time > 0 && sum < time;
        return overflowed ? MAX_NANOS : Math.min(sum, MAX_NANOS);
    }
}
