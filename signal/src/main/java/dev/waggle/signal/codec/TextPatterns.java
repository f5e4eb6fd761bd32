package dev.waggle.signal.codec;

import java.util.regex.Pattern;

/**
 * Notation of words, dates and spans as regular expressions that Java, ECMAScript and Python read alike. A codec and
 * a schema can therefore use the same one. Each runs once over the text. A text that matches exists: the 30th of
 * February does not.
 */
public final class TextPatterns {

    /** Found in every text that is not blank; {@link Character#isWhitespace(int)} defines blank characters. */
    public static final String NOT_BLANK = "[^\\u0009-\\u000d\\u001c-\\u001f\\u0020\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000]";

    /** Found in every text that is not blank, and in the empty one. */
    public static final String NOT_BLANK_OR_EMPTY = "^(?![\\s\\S])|" + NOT_BLANK;

    /** Found in every text that holds a control character: {@link Character#isISOControl(int)}. */
    public static final String CONTROL = "[\\u0000-\\u001f\\u007f-\\u009f]";

    private static final String END = "(?![\\s\\S])";
    private static final String LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])"
            + "|(?:[02468][048]|[13579][26])00)";
    private static final String DAY = "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
            + "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
    private static final String MINUTE = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
    private static final String CLOCK = "T" + MINUTE + ":[0-5][0-9](?:\\.[0-9]{1,9})?";
    private static final String OFFSET = "(?:Z|[+-](?:0[0-9]|1[0-7]):[0-5][0-9]|[+-]18:00)";

    /** In front of the last four digits of a year: nothing, a minus sign, or a sign and more digits. */
    private static final String ERA = "(?:-(?!0000)|[+-][1-9][0-9]{0,4})?";

    /**
     * ISO-8601 dates with time and zone: seconds are required, a second has at most nine digits. Years have four
     * digits, or up to ten with a sign. Every {@link java.time.Instant} can be written.
     */
    public static final String TIME = "^(?:" + ERA + "(?:[0-9]{4}-" + DAY + "|" + LEAP_YEAR + "-02-29)" + CLOCK + OFFSET
            + "|[+-]1000000000-(?:" + DAY + "|02-29)" + CLOCK + "Z)" + END;

    /** UTC dates of seed 004: years of four digits, optional seconds with any number of digits, always a Z. */
    public static final String UTC_TIME = "^(?:[0-9]{4}-" + DAY + "|" + LEAP_YEAR + "-02-29)T" + MINUTE
            + "(?::[0-5][0-9](?:\\.[0-9]+)?)?Z" + END;

    private static final String SECONDS = "(?:[0-9]{1,18}(?:\\.[0-9]{1,9})?S)?";

    /** Sixteen digits of hours, up to one below the most that fit into 64 bits of seconds. */
    private static final String MANY_HOURS = "(?:"
            + "1[0-9]{15}|2[0-4][0-9]{14}|25[0-5][0-9]{13}|256[0-1][0-9]{12}|"
            + "25620[0-3][0-9]{10}|256204[0-6][0-9]{9}|2562047[0-6][0-9]{8}|"
            + "25620477[0-7][0-9]{7}|256204778[0-7][0-9]{6}|256204778800[0-9]{4}|"
            + "256204778801[0-4][0-9]{3}|2562047788015[0-1][0-9]{2}|256204778801520[0-9]|"
            + "256204778801521[0-3]|2562047788015214" + ")H(?:[1-5]?[0-9]M)?(?:[1-5]?[0-9](?:\\.[0-9]{1,9})?S)?";

    private static final String MAX_HOURS = "2562047788015215H(?:[12]?[0-9]M(?:[1-5]?[0-9](?:\\.[0-9]{1,9})?S)?"
            + "|30M(?:[0-7](?:\\.[0-9]{1,9})?S)?|(?:[1-5]?[0-9](?:\\.[0-9]{1,9})?S)?)";

    /** ISO-8601 spans that are not negative. Every {@link java.time.Duration} of that kind can be written. */
    public static final String DURATION = "^P(?=[0-9T])(?:(?:[0-9]{1,12}D)?"
            + "(?:T(?=[0-9])(?:[0-9]{1,15}H)?(?:[0-9]{1,16}M)?" + SECONDS + ")?|T" + MANY_HOURS + "|T" + MAX_HOURS
            + ")" + END;

    /**
     * Absolute URIs of RFC 3986 without IPv6 addresses. No other character is allowed, and each percent sign is
     * followed by two hexadecimal digits. There is a scheme, something behind it and at most one fragment.
     */
    public static final String ABSOLUTE_URI = "^(?![\\s\\S]*[^A-Za-z0-9._~!$&'()*+,;=:@/?#%-])"
            + "(?![\\s\\S]*%(?![0-9A-Fa-f]{2}))[A-Za-z][A-Za-z0-9+.-]*:(?!//" + END + ")[^#]+(?:#[^#]*)?" + END;

    private static final Pattern TIMES = Pattern.compile(TIME);
    private static final Pattern UTC_TIMES = Pattern.compile(UTC_TIME);
    private static final Pattern DURATIONS = Pattern.compile(DURATION);

    private TextPatterns() {}

    static boolean isTime(String text) {
        return TIMES.matcher(text).find();
    }

    /** True if the text is a date that {@link #UTC_TIME} accepts. */
    public static boolean isUtcTime(String text) {
        return UTC_TIMES.matcher(text).find();
    }

    static boolean isDuration(String text) {
        return DURATIONS.matcher(text).find();
    }
}
