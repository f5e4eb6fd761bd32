package dev.waggle.math.information;

import java.util.OptionalDouble;

import dev.waggle.math.CompensatedSum;

/**
 * The mean Jensen-Shannon divergence over all pairs of n distributions over p places, in bits, 0..1.
 *
 * <p>The mean takes no logarithm for a pair. For one place, let a be the masses there divided by their largest. The
 * sum over pairs of a ln(a / m) / 2 + b ln(b / m) / 2, m = (a + b) / 2, has a shorter form. It is half of sum over i
 * of a[i] (k ln a[i] - ln(product over j of (a[i] + a[j]) / 2)), j = i included. It takes one logarithm for each mass
 * and one for each product. The product itself is k multiplications, with its exponent set aside before it could leave
 * the range of a double. A place where b is 0 adds a ln2 / 2, so only the k distributions with mass in a place are
 * multiplied. Cost O(n p) logarithms and O(sum of k squared), at most n squared p, multiplications. A place where all
 * have the same mass costs nothing.
 */
public final class PairwiseDivergence {

    /** Largest number of distributions; all pairs of more take too long for one round. */
    public static final int MAX_MEMBERS = 4096;

    /** A mass this much below the largest of its place counts as 0, far below the rounding of the largest. */
    private static final double NEGLIGIBLE = 0x1p-200;

    /** Products stay above 2 to the power of minus this between two checks of their exponents. */
    private static final int SAFE_EXPONENT = 1000;

    private static final long MANTISSA = 0x000f_ffff_ffff_ffffL;
    private static final long EXPONENT_OF_ONE = 0x3ff0_0000_0000_0000L;

    private PairwiseDivergence() {}

    /**
     * The mean over all pairs of distributions, in bits, 0..1: 0 when all are equal, 1 when no two share a place. Empty
     * for fewer than two. Cost as above: n = 500 and p = 1000 without a zero are 250 million multiplications.
     *
     * @param distributions of one length, each with some mass; at most {@link #MAX_MEMBERS}
     */
    public static OptionalDouble mean(double[][] distributions) {
        return mean(LogShares.rows("distributions", distributions));
    }

    static OptionalDouble mean(LogShares[] shares) {
        int n = membersOf(shares);
        if (n < 2) {
            return OptionalDouble.empty();
        }
        Place place = new Place(n);
        CompensatedSum nats = new CompensatedSum();
        for (int x = 0; x < shares[0].values.length; x++) {
            nats.add(place.ofPairs(shares, x));
        }
        return OptionalDouble.of(Math.clamp(nats.get() / Entropy.LN2 / (n * (n - 1L) / 2.0), 0, 1));
    }

    private static int membersOf(LogShares[] shares) {
        if (shares.length > MAX_MEMBERS) {
            throw new IllegalArgumentException("distributions must be at most " + MAX_MEMBERS + ", got "
                    + shares.length + "\nMaybe compare a sample of them.");
        }
        return shares.length;
    }

    /** Working space for the pairs of one place; made once and filled anew for each place. */
    private static final class Place {

        private final double[] scaled;
        private final double[] halves;
        private final double[] products;
        private final long[] exponents;

        Place(int n) {
            scaled = new double[n];
            halves = new double[n];
            products = new double[n];
            exponents = new long[n];
        }

        /** The sum over all pairs of the addition of this place to their divergence, in nats. */
        double ofPairs(LogShares[] shares, int x) {
            double largest = 0;
            double min = Double.MAX_VALUE;
            for (LogShares one : shares) {
                largest = Math.max(largest, one.values[x]);
                min = Math.min(min, one.values[x]);
            }
            if (largest == min) {
                return 0;
            }
            int k = 0;
            double smallest = 1;
            for (LogShares one : shares) {
                double a = one.values[x] / largest;
                if (a >= NEGLIGIBLE) {
                    smallest = Math.min(smallest, a);
                    scaled[k] = a;
                    halves[k] = a / 2;
                    products[k] = 1;
                    exponents[k++] = 0;
                }
            }
            multiplyAll(k, SAFE_EXPONENT / (2 - Math.getExponent(smallest)));
            CompensatedSum sum = new CompensatedSum();
            double zeros = (shares.length - k) * Entropy.LN2;
            for (int i = 0; i < k; i++) {
                double logOfProduct = Math.log(products[i]) + exponents[i] * Entropy.LN2;
                sum.add(scaled[i] * (k * Math.log(scaled[i]) - logOfProduct + zeros));
            }
            return sum.get() * largest / 2;
        }

        /** products[i] times 2 to exponents[i] becomes the product over j of (a[i] + a[j]) / 2. */
        private void multiplyAll(int k, int block) {
            for (int from = 0; from < k; from += block) {
                multiply(k, from, Math.min(k, from + block));
                for (int i = 0; i < k; i++) {
                    long bits = Double.doubleToRawLongBits(products[i]);
                    exponents[i] += (bits >>> 52) - 1023;
                    products[i] = Double.longBitsToDouble((bits & MANTISSA) | EXPONENT_OF_ONE);
                }
            }
        }

        /** Four factors at a time, over an inner loop without branches, which the compiler turns into vectors. */
        private void multiply(int k, int from, int to) {
            double[] half = halves;
            double[] product = products;
            int j = from;
            for (; j + 3 < to; j += 4) {
                double b = half[j];
                double c = half[j + 1];
                double d = half[j + 2];
                double e = half[j + 3];
                for (int i = 0; i < k; i++) {
                    double a = half[i];
                    product[i] *= ((a + b) * (a + c)) * ((a + d) * (a + e));
                }
            }
            for (; j < to; j++) {
                double b = half[j];
                for (int i = 0; i < k; i++) {
                    product[i] *= half[i] + b;
                }
            }
        }
    }
}
