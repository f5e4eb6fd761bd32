package dev.waggle.math.dynamics;

import java.util.function.DoubleUnaryOperator;

import dev.waggle.math.Domain;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * How many observations a cumulative sum chart takes on average from 0 until its alarm, for independent increments.
 *
 * <p>The range 0..h of the sum is cut into {@value #STATES} states of width w = 2h / (2 * states - 1), state i standing
 * for the sum i * w. With R the probabilities of going from state to state without an alarm, the run lengths solve
 * (I - R) * u = 1 and the answer is u(0). While nothing has changed a long run is wanted (its inverse is the rate of
 * false alarms), after a change a short one. With both sides of a chart watched, the rates of the two sides add up.
 *
 * <p>The cutting costs about a thousandth of the result for normal increments, more for lumpy ones. Costs
 * O(states^3). Source: Brook and Evans 1972, An approach to the probability distribution of CUSUM run length.
 */
public final class CusumRunLength {

    /** Cuts of the range: fine enough for three figures, coarse enough for a tenth of a millisecond or so. */
    public static final int STATES = 101;

    /** Runs above this are answered as infinite: beyond it the solve has no correct figure to give. */
    public static final double LONGEST = 1e12;

    /** Doublings and halvings in the search for a threshold. */
    public static final int MOST_SEARCH_STEPS = 200;

    private CusumRunLength() {}

    /**
     * The average run length.
     *
     * @param increment the cumulative distribution function of what one observation adds to the sum, that is of target
     *        - x for {@link Cusum}
     * @param threshold h, above 0
     * @return at least 1; +Infinity when an alarm is impossible or takes more than {@link #LONGEST} observations
     */
    public static double average(DoubleUnaryOperator increment, double threshold) {
        Domain.positive("threshold", threshold);
        double width = 2 * threshold / (2 * STATES - 1);
        double[] below = new double[2 * STATES]; // Of the increment (d + 1/2) * width, for d = -STATES ... STATES - 1.
        for (int i = 0; i < below.length; i++) {
            below[i] = Domain.share("increment(x)", increment.applyAsDouble((i - STATES + 0.5) * width));
        }
        DMatrixRMaj system = CommonOps_DDRM.identity(STATES);
        for (int from = 0; from < STATES; from++) {
            system.add(from, 0, -below[STATES - from]);
            for (int to = 1; to < STATES; to++) {
                int place = to - from + STATES;
                system.add(from, to, below[place - 1] - below[place]);
            }
        }
        DMatrixRMaj ones = new DMatrixRMaj(STATES, 1);
        ones.fill(1);
        DMatrixRMaj lengths = new DMatrixRMaj(STATES, 1);
        boolean solved = CommonOps_DDRM.solve(system, ones, lengths);
        double length = lengths.get(0);
        return solved && length >= 0 && length <= LONGEST ? Math.max(1, length) : Double.POSITIVE_INFINITY;
    }

    /**
     * The average run length on a series of independent normal values.
     *
     * @param target of {@link Cusum}
     * @param mean of the values
     * @param deviation of the values, above 0
     * @param threshold h, above 0
     */
    public static double normal(double target, double mean, double deviation, double threshold) {
        return average(normalIncrement(target, mean, deviation), threshold);
    }

    /** The cumulative distribution function of target - x for normal x: the increment of {@link Cusum}. */
    public static DoubleUnaryOperator normalIncrement(double target, double mean, double deviation) {
        Domain.finite("target", target);
        Domain.finite("mean", mean);
        Domain.positive("deviation", deviation);
        NormalDistribution increment = new NormalDistribution(Domain.finite("target - mean", target - mean), deviation);
        return increment::cumulativeProbability;
    }

    /**
     * The threshold with that average run length: how high h must be for false alarms to be that rare. By halving;
     * costs up to {@link #MOST_SEARCH_STEPS} averages.
     *
     * @param increment as in {@link #average}, while nothing has changed
     * @param length above the 1 / (1 - increment(0)) that a threshold of 0 has, at most {@link #LONGEST}
     */
    public static double threshold(DoubleUnaryOperator increment, double length) {
        double least = 1 / (1 - Domain.share("increment(0)", increment.applyAsDouble(0)));
        if (!(length > least && length <= LONGEST)) {
            throw new IllegalArgumentException(
                    "length must be above " + least + " and at most " + LONGEST + ", got " + length);
        }
        double low = 1;
        double high = 1;
        for (int step = 0; average(increment, high) < length; step++) {
            refuseEndless(step, length);
            high *= 2;
        }
        for (int step = 0; average(increment, low) > length; step++) {
            refuseEndless(step, length);
            low /= 2;
        }
        for (int step = 0; step < MOST_SEARCH_STEPS && high - low > 1e-12 * high; step++) {
            double middle = (low + high) / 2;
            if (average(increment, middle) < length) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static void refuseEndless(int step, double length) {
        if (step == MOST_SEARCH_STEPS) {
            throw new IllegalArgumentException("length " + length + " is met by no threshold within 2^"
                    + MOST_SEARCH_STEPS + ".\nMaybe the increments have a mean of 0 or more, or few values only.");
        }
    }
}
