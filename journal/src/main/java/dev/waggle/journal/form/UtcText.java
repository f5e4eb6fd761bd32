package dev.waggle.journal.form;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

import dev.waggle.signal.codec.TextPatterns;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * Dates as text in UTC, {@link TextPatterns#UTC_TIME}. The parts are year, month, day, {@code T}, hours and minutes,
 * optional seconds with any fraction, and {@code Z}. The day must exist. Digits beyond nanoseconds do not enter the
 * time.
 */
public final class UtcText {

    private static final DateTimeFormatter MILLIS = formatter("SSS");
    private static final DateTimeFormatter NANOS = formatter("SSSSSSSSS");

    private static final int MINUTES = "2026-01-01T00:00".length();
    private static final int MAX_LENGTH = "2026-01-01T00:00:00.123456789".length();

    /** Earliest time with a year of four digits. */
    private static final Instant MIN = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private UtcText() {}

    /**
     * The time of such a text.
     *
     * @throws DateTimeException when it is none
     */
    static Instant parse(String text) {
        if (!TextPatterns.isUtcTime(text)) {
            throw new DateTimeException("not a date in UTC: " + text.length() + " characters");
        }
        String whole = text.length() == MINUTES + 1 ? text.replace("Z", ":00") : text.replace("Z", "");
        return Instant.parse(whole.substring(0, Math.min(whole.length(), MAX_LENGTH)) + 'Z');
    }

    /** True if the year of that time has four digits, as texts for other programs require. */
    public static boolean hasFourDigitYear(Instant time) {
        return !time.isBefore(MIN) && !time.isAfter(MAX);
    }

    static Instant read(JsonObjectReader from, String name) {
        try {
            return parse(from.text(name));
        } catch (DateTimeException bad) {
            throw from.invalid(name, "a date in UTC that exists, as 2026-01-31T12:00:00.000Z");
        }
    }

    /**
     * The text of a time with three digits of a second, or nine if it has finer ones.
     *
     * @throws IllegalArgumentException when its year has not four digits
     */
    static String write(Instant time) {
        if (!hasFourDigitYear(time)) {
            throw new IllegalArgumentException("the year of a date in UTC must have four digits, got " + time);
        }
        return (time.truncatedTo(ChronoUnit.MILLIS).equals(time) ? MILLIS : NANOS).format(time);
    }

    private static DateTimeFormatter formatter(String fraction) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss." + fraction + "'Z'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
    }
}
