package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * The exponential rate of a series V_0, V_1, ... of a Lyapunov function: the slope of the least-squares line through
 * ln V_t over t. For V_t = V_0 r^(2t) it is 2 ln r, and the pole exp(rate) is r². It does not depend on the unit of V.
 *
 * <p>The state is five numbers; each round costs O(1) (Welford 1962, for the sums of squares about the means). A change
 * that is smaller than a rounding of ln V is none, so a constant series has the rate 0 exactly.
 *
 * <p>Source: Khalil 2002, Nonlinear Systems, def. 4.5 (exponential stability).
 */
public final class ExponentialRate {

    private static final ExponentialRate NONE = new ExponentialRate(0, false, false, 0, 0, 0);

    /** Verdict on the convergence of a series to the consensus. */
    public sealed interface Verdict {

        /** True if the deviation of the series decays. */
        default boolean stable() {
            return switch (this) {
                case TooShort few -> false;
                case AtRest rest -> true;
                case LostAgreement departed -> false;
                case Exponential exponential -> exponential.rate() < 0;
            };
        }
    }

    /**
     * Fewer than two values: no rate.
     *
     * @param values their number, 0 or 1
     */
    public record TooShort(int values) implements Verdict {}

    /** The last value is 0: the consensus is reached. Its logarithm, and so a rate, does not exist. */
    public record AtRest() implements Verdict {}

    /** Some value was 0 and the last is not: the agreement did not hold. No rate exists. */
    public record LostAgreement() implements Verdict {}

    /**
     * All values are positive.
     *
     * @param rate slope of ln V, nats per round: below 0 it decays, above 0 it grows
     * @param pole exp(rate), at least 0: the factor of V per round
     * @param fit share of the variance of ln V that the line explains, 0..1; 1 for a constant series and for two
     *        values
     */
    public record Exponential(double rate, double pole, double fit) implements Verdict {}

    private final int count;
    private final boolean met;
    private final boolean resting;
    private final double mean;
    private final double products;
    private final double squares;

    private ExponentialRate(
            int count, boolean met, boolean resting, double mean, double products, double squares) {
        this.count = count;
        this.met = met;
        this.resting = resting;
        this.mean = mean;
        this.products = products;
        this.squares = squares;
    }

    /** The state before the first round. */
    public static ExponentialRate none() {
        return NONE;
    }

    /**
     * The verdict on a whole series. O(n).
     *
     * @param series values of V, finite and at least 0
     */
    public static Verdict of(double[] series) {
        DomainCheck.nonNegative("series", series);
        ExponentialRate state = NONE;
        for (double value : series) {
            state = state.after(value);
        }
        return state.verdict();
    }

    /** The state after one more round. O(1). */
    public ExponentialRate after(double value) {
        DomainCheck.nonNegative("value", value);
        if (met || value == 0) {
            return new ExponentialRate(count + 1, true, value == 0, 0, 0, 0);
        }
        double time = (count + 1) / 2.0; // From the mean of 0, 1, ... count - 1.
        double ahead = Math.log(value) - mean;
        double weight = count / (count + 1.0);
        return new ExponentialRate(count + 1, false, false, mean + ahead / (count + 1),
                products + weight * time * ahead, squares + weight * ahead * ahead);
    }

    /** Verdict on the series so far. */
    public Verdict verdict() {
        if (met) {
            return resting ? new AtRest() : new LostAgreement();
        }
        if (count < 2) {
            return new TooShort(count);
        }
        double times = count * ((double) count * count - 1) / 12;
        double slope = products / times;
        double rate = TieComparison.equal(slope, 0) ? 0 : slope;
        boolean constant = TieComparison.equal(squares / count, 0);
        double fit = rate == 0 ? constant ? 1 : 0 : Math.clamp(products * slope / squares, 0, 1);
        return new Exponential(rate, DomainCheck.finite("pole of the series", Math.exp(rate)), fit);
    }
}
