package dev.waggle.signal;

import java.time.Duration;
import java.time.Instant;

/** How long a signal counts. */
public sealed interface Lifetime {

    /** For ever. */
    record Unlimited() implements Lifetime {}

    /** As long as the bus says. */
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
     * Whether a signal of that time is over by the clock: strictly later than its time plus its span. A lifetime in
     * steps never ends by the clock.
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
