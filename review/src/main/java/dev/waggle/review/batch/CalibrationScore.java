package dev.waggle.review.batch;

import java.util.OptionalDouble;

/**
 * Calibration of confidences against true answers, added up case by case.
 *
 * <ul>
 * <li>Accuracy: correct cases over all cases.
 * <li>Brier score (Brier 1950): mean of (confidence - correct)^2, where correct is 1 or 0; 0 is best, 1 is worst.
 * <li>Expected calibration error (Naeini, Cooper and Hauskrecht 2015): ten bins of equal width, [0, 0.1) to [0.9, 1];
 * the mean over all cases of |accuracy - mean confidence| of their bin; 0 is best, 1 is worst.
 * </ul>
 *
 * <p>Without a case none of them has a value. O(1) for each case.
 */
public final class CalibrationScore {

    private static final int BINS = 10;

    private final int[] cases = new int[BINS];
    private final int[] correct = new int[BINS];
    private final double[] confidence = new double[BINS];
    private double squares;

    /** Adds a case with its confidence, 0..1. */
    public void add(double stated, boolean right) {
        if (!(stated >= 0 && stated <= 1)) {
            throw new IllegalArgumentException("confidence must be between 0 and 1, got " + stated);
        }
        int bin = Math.min(BINS - 1, (int) (stated * BINS));
        cases[bin]++;
        correct[bin] += right ? 1 : 0;
        confidence[bin] += stated;
        double miss = stated - (right ? 1 : 0);
        squares += miss * miss;
    }

    /** Scores of the cases so far. */
    public Scores scores() {
        int all = 0;
        int rightOnes = 0;
        double gaps = 0;
        for (int bin = 0; bin < BINS; bin++) {
            all += cases[bin];
            rightOnes += correct[bin];
            gaps += Math.abs(correct[bin] - confidence[bin]);
        }
        return new Scores(all, rightOnes, mean(squares, all), mean(gaps, all));
    }

    private static OptionalDouble mean(double sum, int count) {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    /**
     * Scores of all cases.
     *
     * @param cases number of cases
     * @param correct number of correct cases
     * @param brier the Brier score
     * @param calibrationError the expected calibration error
     */
    public record Scores(int cases, int correct, OptionalDouble brier, OptionalDouble calibrationError) {

        public OptionalDouble accuracy() {
            return mean(correct, cases);
        }
    }
}
