package dev.waggle.journal.redaction;

import java.util.Arrays;

/**
 * A text without regard to its escapes, its blanks and its case. So one comparison finds a text as it is, as JSON, and
 * as JSON in a string of JSON, at any depth.
 *
 * <pre>
 *   backslashes and u with four digits    that character
 *   backslashes and n, r, t, f or b       a blank
 *   backslashes and a quote or a slash    the quote or slash
 *   other backslashes                     nothing, because one before an escape is no longer distinct
 *   blanks and control characters         one blank
 *   letters                               small letters
 * </pre>
 *
 * <p>Each unit knows its place in the source. Immutable.
 */
final class LenientText {

    private static final int UNICODE_DIGITS = 4;
    private static final int RADIX = 16;
    private static final char BLANK = ' ';

    /** Odd factor of the hash, the 64-bit prime of FNV-1a. */
    private static final long FACTOR = 0x100000001b3L;

    private final String source;
    private char[] units;
    private int[] starts;
    private int[] ends;
    private int length;
    /** Hash of the first units, modulo 2^64. */
    private long[] hashes = new long[0];

    private LenientText(String source) {
        this.source = source;
        units = new char[source.length()];
        starts = new int[source.length()];
        ends = new int[source.length()];
        int at = 0;
        while (at < source.length()) {
            at = source.charAt(at) == '\\' ? escape(at) : add(source.charAt(at), at, at + 1);
        }
    }

    /** The units of a text. */
    static LenientText of(String source) {
        return new LenientText(source);
    }

    /** A text to search for: without blanks at its ends. */
    static LenientText trimmed(String source) {
        LenientText all = new LenientText(source);
        int from = 0;
        int to = all.length;
        while (from < to && all.units[from] == BLANK) {
            from++;
        }
        while (to > from && all.units[to - 1] == BLANK) {
            to--;
        }
        all.units = Arrays.copyOfRange(all.units, from, to);
        all.starts = Arrays.copyOfRange(all.starts, from, to);
        all.ends = Arrays.copyOfRange(all.ends, from, to);
        all.length = to - from;
        return all;
    }

    int length() {
        return length;
    }

    char unit(int at) {
        return units[at];
    }

    /** Place in the source at which a unit begins. */
    int start(int at) {
        return starts[at];
    }

    /** Place in the source behind a unit. */
    int end(int at) {
        return ends[at];
    }

    /** Hash of so many units from there on. The first call costs a pass over the text. */
    long hash(int from, int count) {
        if (hashes.length == 0) {
            hashes = new long[length + 1];
            for (int i = 0; i < length; i++) {
                hashes[i + 1] = hashes[i] * FACTOR + units[i] + 1;
            }
        }
        return hashes[from + count] - hashes[from] * power(count);
    }

    /**
     * Number of equal units of another text from its beginning and of this one from there on, by their hashes. The cost
     * is the logarithm of the length, so a text that repeats itself is no harder than any other.
     */
    int commonPrefix(int from, LenientText other) {
        int equal = 0;
        int most = Math.min(length - from, other.length);
        while (equal < most) {
            int middle = equal + (most - equal + 1) / 2;
            if (hash(from, middle) == other.hash(0, middle)) {
                equal = middle;
            } else {
                most = middle - 1;
            }
        }
        return equal;
    }

    /** True if so many units of another text from its beginning are those of this one from there on. */
    boolean isEqual(int from, LenientText other, int count) {
        return Arrays.equals(units, from, from + count, other.units, 0, count);
    }

    private static long power(int exponent) {
        long result = 1;
        long base = FACTOR;
        for (int rest = exponent; rest > 0; rest >>= 1) {
            result *= (rest & 1) == 0 ? 1 : base;
            base *= base;
        }
        return result;
    }

    private int escape(int from) {
        int at = from;
        while (at < source.length() && source.charAt(at) == '\\') {
            at++;
        }
        if (at == source.length()) {
            return at;
        }
        char kind = source.charAt(at);
        int coded = kind == 'u' ? coded(at + 1) : -1;
        if (coded >= 0) {
            return add((char) coded, from, at + 1 + UNICODE_DIGITS);
        }
        return switch (kind) {
            case 'n', 'r', 't', 'f', 'b' -> add(BLANK, from, at + 1);
            case '"', '/', '\'' -> add(kind, from, at + 1);
            default -> at;
        };
    }

    /** The character of four hexadecimal digits; -1 when there are none. */
    private int coded(int from) {
        if (from + UNICODE_DIGITS > source.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < from + UNICODE_DIGITS; i++) {
            int digit = Character.digit(source.charAt(i), RADIX);
            if (digit < 0 || source.charAt(i) > 'f') {
                return -1;
            }
            value = value * RADIX + digit;
        }
        return value;
    }

    private int add(char unit, int start, int end) {
        boolean isBlank = Character.isWhitespace(unit) || Character.isSpaceChar(unit) || Character.isISOControl(unit);
        if (isBlank && length > 0 && units[length - 1] == BLANK) {
            ends[length - 1] = end;
            return end;
        }
        units[length] = isBlank ? BLANK : Character.toLowerCase(Character.toUpperCase(unit));
        starts[length] = start;
        ends[length] = end;
        length++;
        return end;
    }

    @Override
    public String toString() {
        return new String(units, 0, length);
    }
}
