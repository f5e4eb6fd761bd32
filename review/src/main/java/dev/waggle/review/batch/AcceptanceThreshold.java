package dev.waggle.review.batch;

import java.util.Comparator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Threshold on the probability of a leader, from which leaders are accepted without a person. It is a selective classifier
 * with a bounded error (Geifman and El-Yaniv 2017), by conformal risk control (Angelopoulos and others 2024).
 *
 * <pre>
 *   threshold = smallest t with (wrong(t) + 1) / (count(t) + 1) &lt;= error
 *   count(t), wrong(t) = outcomes with a probability of at least t, and those of them whose leader is wrong
 * </pre>
 *
 * <p>The 1 stands for the next item, taken as wrong. Let the outcomes and the next item be exchangeable: every order of them
 * is equally likely. Then P(next accepted and wrong) &lt;= error * P(next accepted by the threshold that knows it too).
 * That threshold is never above this one, and with many outcomes it is the same. So the share of wrong leaders among the
 * accepted is at most the error, on average over repetitions; one file may have more. It is not valid if items with an
 * outcome were chosen by difficulty, or if agents change.
 *
 * <p>Without an outcome above, no threshold holds: at least {@link #outcomesNeeded} are needed. The cost of an outcome is
 * O(log outcomes), that of a threshold O(outcomes).
 */
public final class AcceptanceThreshold {

    private final double error;
    private final Map<Double, Tally> outcomes = new TreeMap<>(Comparator.reverseOrder());
    private int size;

    /**
     * A threshold without outcomes.
     *
     * @param error the bound of the share of wrong leaders among the accepted, above 0 and below 1
     */
    public AcceptanceThreshold(double error) {
        if (!(error > 0 && error < 1)) {
            throw new IllegalArgumentException("the accepted error must be above 0 and below 1, got " + error);
        }
        this.error = error;
    }

    /** Smallest number of outcomes with which any leader can be accepted: 1 / error - 1, rounded up. */
    public static long outcomesNeeded(double error) {
        long needed = Math.max(0, (long) Math.ceil(1 / error) - 2);
        while (!holds(error, 0, needed)) {
            needed++;
        }
        return needed;
    }

    /** Learns whether a leader of that probability, 0..1, was right. */
    public void add(double probability, boolean isRight) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("a probability must be between 0 and 1, got " + probability);
        }
        outcomes.merge(probability, new Tally(1, isRight ? 0 : 1), Tally::plus);
        size++;
    }

    /** Number of outcomes. */
    public int size() {
        return size;
    }

    /** The smallest probability that is accepted, 0..1; empty if the error can be held for none. */
    public OptionalDouble smallest() {
        OptionalDouble smallest = OptionalDouble.empty();
        Tally above = new Tally(0, 0);
        for (Map.Entry<Double, Tally> entry : outcomes.entrySet()) {
            above = above.plus(entry.getValue());
            if (holds(error, above.wrong(), above.count())) {
                smallest = OptionalDouble.of(entry.getKey());
            }
        }
        return smallest;
    }

    private static boolean holds(double error, long wrong, long count) {
        return (wrong + 1.0) / (count + 1.0) <= error;
    }

    /** Number of outcomes, and of wrong ones among them. */
    private record Tally(long count, long wrong) {

        Tally plus(Tally other) {
            return new Tally(count + other.count, wrong + other.wrong);
        }
    }
}
