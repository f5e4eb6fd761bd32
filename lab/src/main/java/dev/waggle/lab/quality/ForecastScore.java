package dev.waggle.lab.quality;

import java.util.Arrays;
import java.util.Locale;

/** Scores of probabilities against the truth, over many questions. Ties for the first place share the credit. */
final class ForecastScore {

    private static final int BINS = 15;

    /** Smallest probability that counts, so that one impossible truth does not outweigh all others. */
    private static final double FLOOR = 1e-12;

    private final double[] said = new double[BINS];
    private final double[] right = new double[BINS];
    private int questions;
    private double logLoss;
    private double brier;

    void add(double[] probabilities, int truth) {
        double best = Arrays.stream(probabilities).max().orElseThrow();
        long tied = Arrays.stream(probabilities).filter(value -> value == best).count();
        double hit = probabilities[truth] == best ? 1.0 / tied : 0;
        int bin = Math.clamp((int) Math.ceil(best * BINS) - 1, 0, BINS - 1);
        said[bin] += best;
        right[bin] += hit;
        logLoss -= Math.log(Math.max(FLOOR, probabilities[truth]));
        for (int option = 0; option < probabilities.length; option++) {
            double missing = probabilities[option] - (option == truth ? 1 : 0);
            brier += missing * missing;
        }
        questions++;
    }

    int questions() {
        return questions;
    }

    /** Mean of the negative logarithm of the probability of the truth, in nats (Good 1952). */
    double logLoss() {
        return logLoss / questions;
    }

    /** Mean squared distance of all probabilities from the truth, 0..2 (Brier 1950). */
    double brier() {
        return brier / questions;
    }

    /** Share of questions whose most probable answer is right, 0..1. */
    double accuracy() {
        return Arrays.stream(right).sum() / questions;
    }

    /** Mean distance between the largest probability and its accuracy, in 15 equal bins (Guo and others 2017). */
    double calibrationError() {
        double error = 0;
        for (int bin = 0; bin < BINS; bin++) {
            error += Math.abs(said[bin] - right[bin]);
        }
        return error / questions;
    }

    /** Cells of a table: accuracy, log loss, Brier score, calibration error. */
    String cells() {
        return String.format(Locale.ROOT, "%.1f %% | %.3f | %.3f | %.3f", 100 * accuracy(), logLoss(), brier(),
                calibrationError());
    }
}
