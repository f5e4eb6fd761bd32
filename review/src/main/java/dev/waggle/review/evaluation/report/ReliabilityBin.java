package dev.waggle.review.evaluation.report;

/**
 * Predictions whose leader has a probability from {@code low} to below {@code high}; the last bin includes 1.
 *
 * @param low lower end
 * @param high upper end
 * @param cases number of predictions
 * @param confidence mean probability of the leaders; 0 without predictions
 * @param accuracy mean credit; 0 without predictions
 */
public record ReliabilityBin(double low, double high, int cases, double confidence, double accuracy) {

    /** Distance of accuracy and confidence, 0..1. */
    public double gap() {
        return Math.abs(accuracy - confidence);
    }
}
