package dev.waggle.math;

/**
 * Checks that arguments lie in the domain of a kernel. Other arguments are rejected with an
 * {@link IllegalArgumentException} that names the argument, its place and its value; NaN lies in no domain. Each
 * check answers its argument.
 */
public final class DomainCheck {

    private DomainCheck() {}

    /** A number that is neither NaN nor infinite. */
    public static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be finite, got " + value);
        }
        return value;
    }

    /** Finite and at least 0. */
    public static double nonNegative(String name, double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " must be finite and at least 0, got " + value);
        }
        return value;
    }

    /** Finite and above 0. */
    public static double positive(String name, double value) {
        if (!(value > 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " must be finite and above 0, got " + value);
        }
        return value;
    }

    /** At least {@code min} and at most {@code max}. */
    public static double between(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(
                    name + " must be between " + min + " and " + max + ", got " + value);
        }
        return value;
    }

    /** A probability or a share, 0..1. */
    public static double share(String name, double value) {
        return between(name, value, 0, 1);
    }

    /** At least {@code min}. */
    public static int atLeast(String name, int value, int min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " must be at least " + min + ", got " + value);
        }
        return value;
    }

    /** An index below {@code size}. */
    public static int index(String name, int value, int size) {
        if (value < 0 || value >= size) {
            throw new IllegalArgumentException(name + " must be from 0 to below " + size + ", got " + value);
        }
        return value;
    }

    /** All of them finite; may be empty. */
    public static double[] finite(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(name + "[" + i + "] must be finite, got " + values[i]);
            }
        }
        return values;
    }

    /** All of them finite and at least 0; may be empty. */
    public static double[] nonNegative(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0 && values[i] <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        name + "[" + i + "] must be finite and at least 0, got " + values[i]);
            }
        }
        return values;
    }

    /** All of them between 0 and 1; may be empty. */
    public static double[] shares(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0 && values[i] <= 1)) {
                throw new IllegalArgumentException(name + "[" + i + "] must be between 0 and 1, got " + values[i]);
            }
        }
        return values;
    }

    /**
     * The distribution of these masses: each divided by their sum, in a new array.
     *
     * @param masses finite, at least 0, not all 0; they need not sum to 1
     */
    public static double[] distribution(String name, double[] masses) {
        nonNegative(name, masses);
        double largest = 0;
        for (double mass : masses) {
            largest = Math.max(largest, mass);
        }
        if (!(largest > 0)) {
            throw new IllegalArgumentException(
                    name + " must have some mass, got " + masses.length + (masses.length == 0 ? " values" : " zeros"));
        }
        double[] shares = new double[masses.length];
        for (int i = 0; i < masses.length; i++) {
            shares[i] = masses[i] / largest; // First, so that huge masses do not overflow.
        }
        double total = CompensatedSum.of(shares);
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= total;
        }
        return shares;
    }

    /** Two lists of one length. */
    public static void sameLength(String name, double[] values, String otherName, double[] others) {
        if (values.length != others.length) {
            throw new IllegalArgumentException(name + " and " + otherName + " must have one length, got "
                    + values.length + " and " + others.length);
        }
    }

    /** Rows of one length, all finite; may be empty. */
    public static double[][] matrix(String name, double[][] rows) {
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != rows[0].length) {
                throw new IllegalArgumentException(name + " must have rows of one length, got " + rows[0].length
                        + " in row 0 and " + rows[i].length + " in row " + i);
            }
            finite(name + "[" + i + "]", rows[i]);
        }
        return rows;
    }

    /** A matrix with as many rows as columns, at least one. */
    public static double[][] square(String name, double[][] rows) {
        matrix(name, rows);
        if (rows.length == 0 || rows[0].length != rows.length) {
            throw new IllegalArgumentException(name + " must be square and not empty, got " + rows.length + " rows"
                    + (rows.length == 0 ? "" : " of " + rows[0].length));
        }
        return rows;
    }
}
