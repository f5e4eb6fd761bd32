package dev.waggle.signal;

import java.time.Duration;
import java.time.Instant;

/** Period in which a signal is valid. */
public sealed interface Lifetime {

    /** Valid without end. */
    record Unlimited() implements Lifetime {}

    /** The default TTL of the bus. */
    record DefaultTtl() implements Lifetime {}

    /** A span from the signal's own time; zero means that millisecond only. */
    record Ttl(Duration span) implements Lifetime {
        public Ttl {
            EnvelopePreconditions.present("ttl", span);
            if (span.isNegative()) {
                throw new IllegalArgumentException("ttl must not be negative, got " + span);
            }
        }
    }

    /** Until its thread reaches a step. */
    record UntilStep(long step) implements Lifetime {
        public UntilStep {
            if (step < 0) {
                throw new IllegalArgumentException("expiresAtStep must be at least 0, got " + step);
            }
        }
    }

    static Lifetime unlimited() {
        return new Unlimited();
    }

    static Lifetime defaultTtl() {
        return new DefaultTtl();
    }

    static Lifetime ttl(Duration span) {
        return new Ttl(span);
    }

    /**
     * True if a signal of that time has expired by the clock: strictly later than its time plus its TTL. A lifetime
     * in steps never ends by the clock.
     */
    default boolean isExpired(Instant time, Instant now, Duration defaultTtl) {
        return switch (this) {
            case Unlimited _, UntilStep _ -> false;
            case DefaultTtl _ -> isAfterSpan(now, time, defaultTtl);
            case Ttl ttl -> isAfterSpan(now, time, ttl.span());
        };
    }

    private static boolean isAfterSpan(Instant now, Instant time, Duration span) {
        return Duration.between(time, now).compareTo(span) > 0;
    }
}
