package dev.waggle.connect.qdrant;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Header {@code Retry-After}, in seconds or as a date (RFC 9110, section 10.2.3). */
final class RetryHeader {

    /** Longest wait; a longer one counts as this. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryHeader() {}

    /** The wait of a response, at least zero and at most a day; {@code null} if none is readable. */
    static @Nullable Duration of(HttpHeaders headers, Instant now) {
        String text = headers.firstValue("retry-after").orElse("").strip();
        Duration wait = SECONDS.matcher(text).matches() ? Duration.ofSeconds(Long.parseLong(text)) : until(text, now);
        return wait == null || wait.compareTo(MAX_WAIT) <= 0 ? wait : MAX_WAIT;
    }

    private static @Nullable Duration until(String text, Instant now) {
        try {
            Duration wait = Duration.between(now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeException notADate) {
            return null;
        }
    }
}
