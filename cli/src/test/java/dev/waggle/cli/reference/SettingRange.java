package dev.waggle.cli.reference;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** The range of a number, found by bisection over the values that the reader accepts. */
final class SettingRange {

    private static final String[] SAMPLES = {"1", "0.5", "2", "10"};

    private SettingRange() {}

    /** The accepted whole numbers, as text; empty where every number is. */
    static String whole(String path) {
        long inside = (long) sample(path);
        LongPredicate accepted = value -> SettingReader.accepts(path, String.valueOf(value));
        long low = bound(inside, Long.MIN_VALUE, accepted);
        long high = bound(inside, Long.MAX_VALUE, accepted);
        boolean isOpen = high == Long.MAX_VALUE || high == Integer.MAX_VALUE;
        return isOpen ? "at least " + low : low + ".." + high;
    }

    /** The accepted numbers, as text. */
    static String number(String path) {
        long inside = rank(sample(path));
        LongPredicate accepted = rank -> SettingReader.accepts(path, yaml(value(rank)));
        double low = value(bound(inside, rank(-Double.MAX_VALUE), accepted));
        double high = value(bound(inside, rank(Double.MAX_VALUE), accepted));
        boolean isAbove = low == Double.MIN_VALUE;
        if (high == Double.MAX_VALUE) {
            return isAbove ? "above 0" : "at least " + plain(low);
        }
        return isAbove ? "above 0 and at most " + plain(high) : plain(low) + ".." + plain(high);
    }

    private static double sample(String path) {
        return Double.parseDouble(Stream.of(SAMPLES).filter(value -> SettingReader.accepts(path, value)).findFirst()
                .orElseThrow(() -> new IllegalStateException("no sample is accepted for " + path)));
    }

    /** The accepted value that is furthest from one inside, on the side of a limit. */
    private static long bound(long inside, long limit, LongPredicate accepted) {
        if (accepted.test(limit)) {
            return limit;
        }
        long good = inside;
        long bad = limit;
        for (long middle = middle(good, bad); middle != good && middle != bad; middle = middle(good, bad)) {
            if (accepted.test(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private static long middle(long one, long other) {
        return one / 2 + other / 2 + (one % 2 + other % 2) / 2;
    }

    /** The place of a number among all numbers. */
    private static long rank(double value) {
        long bits = Double.doubleToLongBits(Math.abs(value));
        return value < 0 ? -bits : bits;
    }

    private static double value(long rank) {
        double size = Double.longBitsToDouble(Math.abs(rank));
        return rank < 0 ? -size : size;
    }

    /** A number as YAML knows it: with a point, and a sign in the exponent. */
    private static String yaml(double value) {
        return String.valueOf(value).replaceAll("E(?=\\d)", "E+");
    }

    private static String plain(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
