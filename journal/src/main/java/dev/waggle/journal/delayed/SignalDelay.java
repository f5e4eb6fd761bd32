package dev.waggle.journal.delayed;

import java.time.Instant;

import dev.waggle.signal.pattern.PatternDialect;
import org.jspecify.annotations.Nullable;

/**
 * Time at which a signal is to be generated.
 *
 * @param deliverAt the earliest time, in whole milliseconds, rounded up; from 1970 to the year 9999
 * @param repeatKey the key by which a later signal of the same owner and type replaces this one, trimmed and not blank.
 *        It is {@code null} for a signal that none replaces
 */
public record SignalDelay(Instant deliverAt, @Nullable String repeatKey) {

    /** Latest time, the last one with a year of four digits. */
    public static final Instant MAX_TIME = Instant.parse("9999-12-31T23:59:59.999Z");

    /** Maximum length of a key, that of any name in a signal. */
    public static final int MAX_KEY = 512;

    private static final long NANOS_PER_MILLI = 1_000_000;

    public SignalDelay {
        if (deliverAt.isBefore(Instant.EPOCH) || deliverAt.isAfter(MAX_TIME)) {
            throw new IllegalArgumentException(
                    "deliverAt must be between " + Instant.EPOCH + " and " + MAX_TIME + ", got " + deliverAt);
        }
        deliverAt = wholeMillis(deliverAt);
        repeatKey = repeatKey == null ? null : key(repeatKey);
    }

    /** A delay without a key. */
    public static SignalDelay until(Instant deliverAt) {
        return new SignalDelay(deliverAt, null);
    }

    public SignalDelay withRepeatKey(@Nullable String newRepeatKey) {
        return new SignalDelay(deliverAt, newRepeatKey);
    }

    /** A key, trimmed as the type of a signal is. */
    static String key(String text) {
        String trimmed = PatternDialect.trimmed(text);
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException("repeatKey must not be blank\nMaybe omit it.");
        }
        if (trimmed.length() > MAX_KEY) {
            throw new IllegalArgumentException(
                    "repeatKey must have at most " + MAX_KEY + " characters, got " + trimmed.length());
        }
        return trimmed;
    }

    private static Instant wholeMillis(Instant time) {
        Instant floor = Instant.ofEpochMilli(time.toEpochMilli());
        return floor.equals(time) ? time : floor.plusNanos(NANOS_PER_MILLI);
    }
}
