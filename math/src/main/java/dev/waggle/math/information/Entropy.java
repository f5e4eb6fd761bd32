package dev.waggle.math.information;

import java.util.OptionalDouble;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Shannon entropy, the uncertainty of a distribution: H = -sum p log2 p over p = mass / total, with 0 log 0 = 0. In
 * bits, from 0 (all mass in one place) to log2 N (all N places alike). Masses are finite, at least 0, and need not
 * sum to 1.
 *
 * <p>Source: Shannon (1948), A Mathematical Theory of Communication, section 6.
 */
public final class Entropy {

    /** One bit in nats; divides nats into bits. */
    static final double LN2 = Math.log(2);

    private Entropy() {}

    /**
     * The entropy of these masses in bits, 0..log2 N. By convention 0 for none and when all are 0: no mass is not
     * certainty, so use {@link #normalized} to distinguish the two. O(N).
     */
    public static double bits(double[] masses) {
        LogShares shares = LogShares.ofAny("masses", masses);
        return masses.length < 2 ? 0 : Math.clamp(nats(shares) / LN2, 0, log2(masses.length));
    }

    /**
     * The entropy as a share of its greatest value, H / log2 N, 0..1. N counts the places offered, those without mass
     * included. Empty with fewer than two places (H and log2 N are both 0: one option gives no agreement) and
     * when all masses are 0. O(N).
     */
    public static OptionalDouble normalized(double[] masses) {
        double largest = 0;
        for (double mass : DomainCheck.nonNegative("masses", masses)) {
            largest = Math.max(largest, mass);
        }
        return masses.length < 2 || largest == 0 ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, bits(masses) / log2(masses.length)));
    }

    /**
     * Miller-Madow entropy of counts, with the first-order bias of the plain estimate removed. It is H + (K - 1) / (2
     * n ln 2) bits, where K is the number of places with a count and n the total. At least H; may be above log2 N for
     * few counts. 0 without a count. The plain estimate is too low by that much on average, so ten votes look more
     * certain than their source. O(N).
     *
     * <p>Source: Miller (1955), Note on the bias of information estimates.
     *
     * @param counts at least 0 each
     */
    public static double millerMadow(long[] counts) {
        double[] masses = new double[counts.length];
        int seen = 0;
        double total = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] < 0) {
                throw new IllegalArgumentException("counts[" + i + "] must be at least 0, got " + counts[i]);
            }
            masses[i] = counts[i];
            total += counts[i];
            seen += counts[i] > 0 ? 1 : 0;
        }
        return total == 0 ? 0 : bits(masses) + correction(seen, total);
    }

    /** Mean shortfall of the plain estimate, in bits. */
    static double correction(int seen, double total) {
        return (seen - 1) / (2 * total * LN2);
    }

    /**
     * The entropy of a pair of variables, H(X, Y) in bits, 0..log2(rows x columns). Conventions as in {@link #bits}.
     * O(rows x columns).
     *
     * @param masses rows of one length: masses[x][y]
     */
    public static double joint(double[][] masses) {
        return bits(flat(DomainCheck.matrix("masses", masses)));
    }

    /**
     * Conditional entropy of the columns given the row, H(Y | X) = sum p(x) H(Y | X = x) in bits, 0..H(Y). H(X, Y) =
     * H(X) + H(Y | X). 0 without mass. O(rows x columns).
     *
     * @param masses rows of one length: masses[x][y]
     */
    public static double conditional(double[][] masses) {
        double[] all = flat(DomainCheck.matrix("masses", masses));
        LogShares joint = LogShares.ofAny("masses", all);
        int columns = masses.length == 0 ? 0 : masses[0].length;
        CompensatedSum sum = new CompensatedSum();
        for (int x = 0; x < masses.length; x++) {
            CompensatedSum row = new CompensatedSum();
            for (int y = 0; y < columns; y++) {
                row.add(joint.values[x * columns + y]);
            }
            sum.add(row.get() * bits(masses[x]));
        }
        return Math.max(0, sum.get());
    }

    static double nats(LogShares shares) {
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < shares.values.length; i++) {
            if (shares.values[i] > 0) {
                sum.add(-shares.values[i] * shares.logs[i]);
            }
        }
        return Math.max(0, sum.get());
    }

    static double log2(double value) {
        return Math.log(value) / LN2;
    }

    private static double[] flat(double[][] rows) {
        int columns = rows.length == 0 ? 0 : rows[0].length;
        double[] all = new double[Math.multiplyExact(rows.length, columns)];
        for (int x = 0; x < rows.length; x++) {
            System.arraycopy(rows[x], 0, all, x * columns, columns);
        }
        return all;
    }
}
