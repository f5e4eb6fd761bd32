package dev.waggle.connect.llm.wire;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Waiting time that a provider asks for. It is the header {@code retry-after-ms}, or {@code Retry-After} in seconds
 * or as a date (RFC 9110, section 10.2.3), or the {@code retryDelay} that Google writes into the body.
 */
final class RetryAfter {

    /** Longest waiting time; a longer one counts as this. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");
    private static final Pattern GOOGLE = Pattern.compile("\"retryDelay\"\\s*:\\s*\"(\\d{1,9}(?:\\.\\d{1,9})?)s\"");

    private RetryAfter() {}

    /**
     * Waiting time from headers and body, at least zero and at most a day; {@code null} if none is readable.
     *
     * @param now for a date
     */
    public static @Nullable Duration of(HttpHeaders headers, String body, Instant now) {
        return headers.firstValue("retry-after-ms").flatMap(text -> scaled(text, 1_000_000))
                .or(() -> headers.firstValue("retry-after").flatMap(text -> scaled(text, 1_000_000_000)))
                .or(() -> headers.firstValue("retry-after").flatMap(text -> until(text, now)))
                .or(() -> google(body))
                .map(wait -> wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait)
                .orElse(null);
    }

    private static Optional<Duration> scaled(String text, long nanosEach) {
        String number = text.strip();
        if (!NUMBER.matcher(number).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = new BigDecimal(number).multiply(BigDecimal.valueOf(nanosEach));
        BigDecimal most = BigDecimal.valueOf(MAX_WAIT.toNanos());
        return Optional.of(Duration.ofNanos(nanos.min(most).setScale(0, RoundingMode.CEILING).longValueExact()));
    }

    private static Optional<Duration> until(String text, Instant now) {
        try {
            Instant then = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            Duration wait = Duration.between(now, then);
            return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> google(String body) {
        Matcher match = GOOGLE.matcher(body);
        return match.find() ? scaled(match.group(1), 1_000_000_000) : Optional.empty();
    }
}
