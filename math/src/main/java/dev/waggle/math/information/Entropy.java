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
}
