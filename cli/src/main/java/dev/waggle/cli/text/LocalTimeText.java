package dev.waggle.cli.text;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.TimeZone;

/**
 * Times in the time zone of the user, to the second, as {@code 2026-03-04 05:06:07}. The zones of {@code java.util}
 * know the same rules as those of {@code java.time}, which search every jar of the class path for more.
 */
public final class LocalTimeText {

    private static final int MILLIS = 1_000;
    private static final int YEAR = 4;

    /** Seconds of the times that have a date in every zone. */
    private static final long FIRST = LocalDateTime.MIN.plusDays(1).toEpochSecond(ZoneOffset.UTC);

    private static final long LAST = LocalDateTime.MAX.minusDays(1).toEpochSecond(ZoneOffset.UTC);

    private LocalTimeText() {}

    /** Date and time in the zone of this process. */
    public static String of(Instant time) {
        return of(time, TimeZone.getDefault(), true);
    }

    /** The time of day in a zone, behind the date if that is wanted. */
    public static String of(Instant time, TimeZone zone, boolean isDated) {
        long second = Math.clamp(time.getEpochSecond(), FIRST, LAST);
        LocalDateTime local = LocalDateTime.ofEpochSecond(second, 0, offset(second, zone));
        StringBuilder text = new StringBuilder();
        if (isDated) {
            pad(text, local.getYear(), YEAR).append('-');
            pad(text, local.getMonthValue(), 2).append('-');
            pad(text, local.getDayOfMonth(), 2).append(' ');
        }
        pad(text, local.getHour(), 2).append(':');
        pad(text, local.getMinute(), 2).append(':');
        return pad(text, local.getSecond(), 2).toString();
    }

    private static ZoneOffset offset(long second, TimeZone zone) {
        return ZoneOffset.ofTotalSeconds(zone.getOffset(second * MILLIS) / MILLIS);
    }

    private static StringBuilder pad(StringBuilder text, int number, int digits) {
        String shown = Integer.toString(Math.abs(number));
        return text.append(number < 0 ? "-" : "").append("0".repeat(Math.max(0, digits - shown.length())))
                .append(shown);
    }
}
