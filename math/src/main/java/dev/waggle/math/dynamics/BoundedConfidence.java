package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.Comparator;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/** Bounded confidence: an agent regards only opinions within its bound. */
final class BoundedConfidence {

    /** Opinions and bounds lie within this, so that sums stay finite. */
    static final double MAX_OPINION = 1e100;

    private BoundedConfidence() {}

    /** True if an agent with this bound and one of these opinions regards an agent with the other. */
    static boolean hears(double lower, double higher, double bound) {
        return TieComparison.atMost(higher, lower + bound);
    }

    /** The rank of the lowest regarded opinion. */
    static int firstHeard(double[] sorted, double opinion, double bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hears(sorted[middle], opinion, bound)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The rank above the highest regarded opinion. */
    static int endOfHeard(double[] sorted, double opinion, double bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hears(opinion, sorted[middle], bound)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The indices of the opinions in ascending order. */
    static int[] order(double[] opinions) {
        Integer[] order = new Integer[opinions.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> opinions[i]));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    static double[] sorted(double[] opinions, int[] order) {
        double[] sorted = new double[order.length];
        Arrays.setAll(sorted, rank -> opinions[order[rank]]);
        return sorted;
    }

    static void requireOpinions(double[] opinions) {
        for (int i = 0; i < opinions.length; i++) {
            if (!(Math.abs(opinions[i]) <= MAX_OPINION)) {
                throw new IllegalArgumentException(
                        "opinions[" + i + "] must be within -" + MAX_OPINION + ".." + MAX_OPINION + ", got "
                                + opinions[i]);
            }
        }
    }

    static void requireBounds(double[] opinions, double[] bounds) {
        DomainCheck.sameLength("opinions", opinions, "bounds", bounds);
        for (int i = 0; i < bounds.length; i++) {
            requireBound("bounds[" + i + "]", bounds[i]);
        }
    }

    static void requireBound(String name, double bound) {
        DomainCheck.between(name, bound, 0, MAX_OPINION);
    }
}
