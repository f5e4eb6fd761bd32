package dev.waggle.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.terminal.UserException;

/** Spans as users write them: a number with s, m, h, d or w for seconds, minutes, hours, days and weeks. */
public final class TimeSpan {

    private static final Pattern SPAN = Pattern.compile("([0-9]{1,6})([smhdw])");

    private TimeSpan() {}

    /**
     * Reads a span.
     *
     * @param flag the option, for the message
     * @throws UserException when it is none
     */
    public static Duration of(String flag, String text) {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            throw new UserException(flag + " must be a number with s, m, h, d or w, got " + MessageText.quote(text),
                    "Use for example " + flag + " 90d.");
        }
        long count = Long.parseLong(span.group(1));
        return switch (span.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "w" -> Duration.ofDays(7 * count);
            default -> Duration.ofDays(count);
        };
    }
}
