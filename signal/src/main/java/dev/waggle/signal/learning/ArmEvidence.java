package dev.waggle.signal.learning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Evidence about one arm: the sums of a Bayesian linear regression with diagonal covariance, without any prior.
 * Evidence of two sources is added in any order, with the same result but for the rounding of doubles.
 *
 * <pre>
 *   precision_i = sum of x_i^2        weighted_i = sum of x_i r        over all lessons (x, r)
 * </pre>
 *
 * Bishop, "Pattern Recognition and Machine Learning", 2006, section 3.3, with noise variance 1.
 *
 * @param lessons the number of lessons in it, 0 or more
 * @param precision the precision that the lessons add to each weight, finite numbers of 0 or more, 1 to
 *     {@value #MAX_SIZE}
 * @param weighted the rewards along each number of the context, as many finite numbers
 */
public record ArmEvidence(long lessons, List<Double> precision, List<Double> weighted) {

    /** Maximum size of a context: far more than any bandit uses, few enough for a file of any number of agents. */
    public static final int MAX_SIZE = 256;

    public ArmEvidence {
        precision = List.copyOf(precision);
        weighted = List.copyOf(weighted);
        if (lessons < 0) {
            throw new IllegalArgumentException("lessons must be at least 0, got " + lessons);
        }
        if (precision.isEmpty() || precision.size() > MAX_SIZE || precision.size() != weighted.size()) {
            throw new IllegalArgumentException("evidence has as many precisions as weighted rewards, 1 to " + MAX_SIZE
                    + ", got " + precision.size() + " and " + weighted.size());
        }
        if (!precision.stream().allMatch(value -> value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("precisions must be finite and at least 0, got " + precision);
        }
        if (!weighted.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("weighted rewards must be finite, got " + weighted);
        }
    }

    /** Returns no evidence, for contexts of that many numbers. */
    public static ArmEvidence none(int size) {
        return new ArmEvidence(0, Collections.nCopies(size, 0.0), Collections.nCopies(size, 0.0));
    }

    /** Adds one lesson: the reward of the arm in that context. */
    public ArmEvidence plus(List<Double> context, double reward) {
        List<Double> squares = context.stream().map(x -> x * x).toList();
        List<Double> rewards = context.stream().map(x -> x * reward).toList();
        return plus(new ArmEvidence(1, squares, rewards));
    }

    /** Returns the sum of both. */
    public ArmEvidence plus(ArmEvidence more) {
        return new ArmEvidence(Math.addExact(lessons, more.lessons), sum(precision, more.precision),
                sum(weighted, more.weighted));
    }

    private static List<Double> sum(List<Double> some, List<Double> others) {
        if (some.size() != others.size()) {
            throw new IllegalArgumentException("evidence about " + some.size()
                    + " numbers of a context cannot be added to evidence about " + others.size());
        }
        List<Double> sum = new ArrayList<>(some.size());
        for (int i = 0; i < some.size(); i++) {
            sum.add(some.get(i) + others.get(i));
        }
        return sum;
    }
}
