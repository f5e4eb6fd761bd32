package dev.waggle.signal.learning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is known about one choice: the sums that a Bayesian linear regression with diagonal covariance needs, without any
 * prior. Evidence of two teachers is their sum, in whatever order it comes, but for the rounding of doubles.
 *
 * <pre>
 *   precision_i = sum of x_i^2        weighted_i = sum of x_i r        over all lessons (x, r)
 * </pre>
 *
 * Bishop, "Pattern Recognition and Machine Learning", 2006, section 3.3, with noise variance 1.
 *
 * @param lessons how many lessons are in it, 0 or more
 * @param precision by how much the lessons sharpen each weight, finite numbers of 0 or more, 1 to {@value #MAX_SIZE}
 * @param weighted the rewards along each number of the context, as many finite numbers
 */
public record ArmEvidence(long lessons, List<Double> precision, List<Double> weighted) {

    /** Most numbers of a context: far more than any chooser looks at, few enough for a file of any number of agents. */
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

    /** Nothing yet about a choice in contexts of that many numbers. */
    public static ArmEvidence none(int size) {
        return new ArmEvidence(0, Collections.nCopies(size, 0.0), Collections.nCopies(size, 0.0));
    }

    /** One lesson more: what a choice in that context was worth. */
    public ArmEvidence plus(List<Double> context, double reward) {
        List<Double> squares = context.stream().map(x -> x * x).toList();
        List<Double> rewards = context.stream().map(x -> x * reward).toList();
        return plus(new ArmEvidence(1, squares, rewards));
    }

    /** Both together. */
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
