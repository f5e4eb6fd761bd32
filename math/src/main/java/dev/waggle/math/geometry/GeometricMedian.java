package dev.waggle.math.geometry;

import dev.waggle.math.Domain;
import dev.waggle.math.Ties;

/**
 * The point that minimises the weighted sum of distances, sum w_i |b_i - m|, not of their squares: a robust consensus.
 * Agents with just under half of the weight can say what they like without carrying it off (breakdown point 1/2,
 * Lopuhaä & Rousseeuw 1991). If the beliefs are distributions, so is m. On a line it is a weighted median.
 *
 * <p>Weiszfeld's iteration (1937) from the weighted mean, with the step of Vardi & Zhang (2000) that leaves a belief
 * when it stands on one and the belief is not the median, and Aitken's extrapolation now and then, if it lowers the
 * sum. The median is unique unless the beliefs lie on a line; then any point of the middle stretch has the same sum.
 * Cost O(n p) per step.
 *
 * @param point m, one value for each option
 * @param meanDistance weighted mean of |b_i - m|, in the unit of the beliefs
 * @param steps how many were taken
 * @param converged whether the last step was below {@link #TOLERANCE} of the spread; a sum that is nearly flat may need
 *        more steps than {@link #MOST_STEPS}, and the point is then near in value but perhaps not in place
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record GeometricMedian(double[] point, double meanDistance, int steps, boolean converged) {

    /** The most steps. */
    public static final int MOST_STEPS = 1_000;

    /** The last step, as a share of the largest distance from the weighted mean. */
    public static final double TOLERANCE = 1e-10;

    /**
     * Towards a belief the steps become ever shorter, so it is asked directly whether it is the median; near one they
     * shrink slowly, so their limit is tried.
     */
    private static final int CHECKED_EVERY = 8;

    /** Nearer than this share of the spread is the same place. */
    private static final double SAME_PLACE = 1e-13;

    /**
     * The median.
     *
     * @param beliefs finite, a row for each agent, at least one
     * @param weights finite, at least 0, one for each agent, not all 0
     */
    public static GeometricMedian of(double[][] beliefs, double[] weights) {
        Domain.matrix("beliefs", beliefs);
        Domain.atLeast("length of beliefs", beliefs.length, 1);
        if (beliefs.length != weights.length) {
            throw new IllegalArgumentException("beliefs and weights must have one length, got " + beliefs.length
                    + " and " + weights.length);
        }
        double[] shares = Domain.distribution("weights", weights);
        double[] point = ProjectionConsensus.mean(beliefs, shares);
        double spread = 0;
        for (double[] belief : beliefs) {
            spread = Math.max(spread, Domain.finite("distance of beliefs", distance(belief, point)));
        }
        boolean converged = spread == 0;
        int step = 0;
        double last = 0;
        while (!converged && step < MOST_STEPS) {
            step++;
            double[] next = next(beliefs, shares, point, spread);
            double moved = distance(next, point);
            converged = moved <= TOLERANCE * spread;
            if (converged || step % CHECKED_EVERY == 0) {
                double[] belief = beliefs[nearest(beliefs, shares, next)];
                if (isMedian(beliefs, shares, belief, spread)) {
                    next = belief.clone();
                    converged = true;
                } else if (!converged && moved < last) {
                    next = ahead(beliefs, shares, point, next, moved / last);
                }
            }
            point = next;
            last = moved;
        }
        return new GeometricMedian(point, meanDistance(beliefs, shares, point), step, converged);
    }

    /** Where steps that shrink by this ratio would end (Aitken 1926), if the sum is lower there. */
    private static double[] ahead(double[][] beliefs, double[] shares, double[] point, double[] next, double ratio) {
        double[] ahead = new double[next.length];
        for (int j = 0; j < ahead.length; j++) {
            ahead[j] = next[j] + (next[j] - point[j]) * ratio / (1 - ratio);
        }
        return meanDistance(beliefs, shares, ahead) < meanDistance(beliefs, shares, next) ? ahead : next;
    }

    private static double meanDistance(double[][] beliefs, double[] shares, double[] point) {
        double sum = 0;
        for (int i = 0; i < beliefs.length; i++) {
            sum += shares[i] * distance(beliefs[i], point);
        }
        return sum;
    }

    private static double[] next(double[][] beliefs, double[] shares, double[] point, double spread) {
        double[] next = new double[point.length];
        double pull = 0;
        double here = 0;
        for (int i = 0; i < beliefs.length; i++) {
            double distance = distance(beliefs[i], point);
            if (distance <= SAME_PLACE * spread) {
                here += shares[i];
            } else if (shares[i] > 0) {
                double weight = shares[i] * (spread / distance);
                pull += weight;
                for (int j = 0; j < next.length; j++) {
                    next[j] += weight * beliefs[i][j];
                }
            }
        }
        if (pull == 0) {
            return point;
        }
        for (int j = 0; j < next.length; j++) {
            next[j] /= pull;
        }
        if (here > 0) {
            double force = pull * distance(next, point) / spread;
            double stay = force <= here ? 1 : here / force;
            for (int j = 0; j < next.length; j++) {
                next[j] += stay * (point[j] - next[j]);
            }
        }
        return next;
    }

    private static int nearest(double[][] beliefs, double[] shares, double[] point) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < beliefs.length; i++) {
            double distance = shares[i] > 0 ? distance(beliefs[i], point) : Double.POSITIVE_INFINITY;
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        return nearest;
    }

    /** Whether the pull of the others is no stronger than the weight of those who stand here. */
    private static boolean isMedian(double[][] beliefs, double[] shares, double[] here, double spread) {
        double[] pull = new double[here.length];
        double weight = 0;
        for (int i = 0; i < beliefs.length; i++) {
            double distance = distance(beliefs[i], here);
            if (distance <= SAME_PLACE * spread) {
                weight += shares[i];
            } else {
                for (int j = 0; j < pull.length; j++) {
                    pull[j] += shares[i] * ((beliefs[i][j] - here[j]) / distance);
                }
            }
        }
        return Ties.atMost(distance(pull, new double[pull.length]), weight);
    }

    private static double distance(double[] left, double[] right) {
        double largest = 0;
        for (int j = 0; j < left.length; j++) {
            largest = Math.max(largest, Math.abs(left[j] - right[j]));
        }
        if (largest == 0) {
            return 0;
        }
        double squares = 0;
        for (int j = 0; j < left.length; j++) {
            double difference = (left[j] - right[j]) / largest;
            squares += difference * difference;
        }
        return largest * Math.sqrt(squares);
    }
}
