package dev.waggle.math.information;

import java.util.OptionalDouble;
import java.util.OptionalLong;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Information gain of a sequence of distributions: the fall of entropy from each to the next, H(before) - H(after) in
 * bits. If uncertainty rises the gain is negative, and no number of such rounds reaches a lower entropy.
 *
 * <p>A new distribution costs O(N) and only these numbers are stored. The places may differ from one to the next.
 * Each must have some mass.
 *
 * <p>Source: Lindley (1956), On a measure of the information provided by an experiment.
 *
 * @param first the entropy that the course began with, in bits
 * @param before the entropy before the last step, or at the beginning when there was no step
 * @param after the entropy now
 * @param steps number of distributions after the first
 */
public record InformationGain(double first, double before, double after, int steps) {

    public InformationGain {
        DomainCheck.nonNegative("first", first);
        DomainCheck.nonNegative("before", before);
        DomainCheck.nonNegative("after", after);
        DomainCheck.atLeast("steps", steps, 0);
    }

    /** A course that begins with these masses. */
    public static InformationGain start(double[] masses) {
        double entropy = entropy(masses);
        return new InformationGain(entropy, entropy, entropy, 0);
    }

    /** The course of these distributions, at least one. O(total of their lengths). */
    public static InformationGain of(double[][] distributions) {
        DomainCheck.atLeast("distributions.length", distributions.length, 1);
        InformationGain course = start(distributions[0]);
        for (int i = 1; i < distributions.length; i++) {
            course = course.next(distributions[i]);
        }
        return course;
    }

    /** The course with one more distribution. O(N). */
    public InformationGain next(double[] masses) {
        return new InformationGain(first, after, entropy(masses), steps + 1);
    }

    /** The gain of the last step in bits, negative when the entropy rose; empty before the first step. */
    public OptionalDouble gain() {
        return steps == 0 ? OptionalDouble.empty() : OptionalDouble.of(before - after);
    }

    /** The mean gain of a step in bits; empty before the first step. */
    public OptionalDouble average() {
        return steps == 0 ? OptionalDouble.empty() : OptionalDouble.of((first - after) / steps);
    }

    /**
     * Number of further steps of average gain to an entropy: ceil((after - target) / average). 0 when it is reached.
     * Empty when it never is, because the average gain is not above 0, and before the first step.
     *
     * @param target in bits, at least 0
     */
    public OptionalLong stepsTo(double target) {
        DomainCheck.nonNegative("target", target);
        if (TieComparison.atMost(after, target)) {
            return OptionalLong.of(0);
        }
        double average = average().orElse(0);
        if (!TieComparison.exceeds(average, 0)) {
            return OptionalLong.empty();
        }
        double needed = (after - target) / average;
        double whole = Math.rint(needed);
        return OptionalLong.of((long) (TieComparison.equal(needed, whole) ? whole : Math.ceil(needed)));
    }

    private static double entropy(double[] masses) {
        return Entropy.bits(DomainCheck.distribution("masses", masses));
    }
}
