package dev.waggle.swarm.reaction.reply.word;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Numbers from 0 to 1 as models write them: {@code 0.8}, {@code .8}, {@code 0,8}, {@code 8/10}, {@code 85%}, or one
 * of these among words. A number above 10 and up to 100 is per cent. A number above 1 and up to 10 is ambiguous and
 * none, as are words, several numbers and anything outside of the range.
 */
public final class UnitNumber {

    /** Longest text with a number. */
    private static final int MAX_LENGTH = 200;

    private static final double PER_CENT = 100;

    /** Largest number that may be one of ten. */
    private static final double AMBIGUOUS = 10;

    private static final String NUMBER = "[+\\-−]?(?:\\d++(?:[.,]\\d*+)?|[.,]\\d++)(?:[eE][+-]?\\d++)?";
    private static final Pattern FORM = Pattern.compile("(" + NUMBER + ")(?:\\s*(%|percent\\b|per cent\\b)"
            + "|\\s*(?:/|out of|of)\\s*(" + NUMBER + "))?");

    private UnitNumber() {}

    /** The number, or {@code null} where none can be read. */
    public static @Nullable Double of(String text) {
        if (text.length() > MAX_LENGTH) {
            return null;
        }
        String plain = NameKey.plain(text);
        Matcher form = FORM.matcher(plain);
        if (!form.find()) {
            return null;
        }
        Double first = number(form.group(1));
        Double whole = form.group(3) == null ? null : number(form.group(3));
        boolean isPerCent = form.group(2) != null;
        boolean isPart = form.group(3) != null;
        if (isInWord(plain, form.start(), form.end()) || form.find() || first == null) {
            return null;
        }
        if (isPart) {
            return whole != null && whole > 0 ? within(first / whole) : null;
        }
        return isPerCent || first > AMBIGUOUS ? within(first / PER_CENT) : within(first);
    }

    /** True if the number is a part of a word or of a longer number, as in {@code v2} or {@code 1.2.3}. */
    private static boolean isInWord(String text, int from, int to) {
        boolean isBegun = from > 0
                && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '.');
        return isBegun || (to < text.length() && Character.isLetterOrDigit(text.charAt(to))
                && text.charAt(to) < Character.MIN_SURROGATE && Character.isAlphabetic(text.charAt(to))
                && text.charAt(to) < 0x250);
    }

    private static @Nullable Double number(String digits) {
        String plain = digits.replace(',', '.').replace('−', '-');
        try {
            return Double.valueOf(plain.endsWith(".") ? plain + '0' : plain);
        } catch (NumberFormatException otherDigits) {
            return null;
        }
    }

    private static @Nullable Double within(double value) {
        return value >= 0 && value <= 1 ? Double.valueOf(value == 0 ? 0 : value) : null;
    }
}
