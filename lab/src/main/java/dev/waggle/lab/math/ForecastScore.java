package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.Locale;

/**
 * Scores of probabilities against the truth, over many questions. Ties for the first place share the credit. Owned by
 * one thread.
 */
public final class ForecastScore {

    private static final int BINS = 15;

    /** Smallest probability that counts, so that one impossible truth does not outweigh all others. */
    private static final double FLOOR = 1e-12;

    private static final double CERTAIN = 0.95;

    private final double[] stated = new double[BINS];
    private final double[] right = new double[BINS];
    private int questions;
    private int certain;
    private double logLoss;
    private double brier;

    /**
     * Adds a question.
     *
     * @param probabilities one for each answer, of which one is right; below 1 together when there may be others
     * @param truth the place of the right answer
     */
    public void add(double[] probabilities, int truth) {
        double best = Arrays.stream(probabilities).max().orElseThrow();
        long tied = Arrays.stream(probabilities).filter(value -> value == best).count();
        double hit = probabilities[truth] == best ? 1.0 / tied : 0;
        int bin = Math.clamp((int) Math.ceil(best * BINS) - 1, 0, BINS - 1);
        stated[bin] += best;
        right[bin] += hit;
        certain += best > CERTAIN ? 1 : 0;
        logLoss -= Math.log(Math.max(FLOOR, probabilities[truth]));
        for (int option = 0; option < probabilities.length; option++) {
            double missing = probabilities[option] - (option == truth ? 1 : 0);
            brier += missing * missing;
        }
        questions++;
    }

    /** Adds the questions of another score. */
    void addAll(ForecastScore other) {
        for (int bin = 0; bin < BINS; bin++) {
            stated[bin] += other.stated[bin];
            right[bin] += other.right[bin];
        }
        questions += other.questions;
        certain += other.certain;
        logLoss += other.logLoss;
        brier += other.brier;
    }

    public int questions() {
        return questions;
    }

    /** Mean of the negative logarithm of the probability of the truth, in nats (Good 1952). */
    public double logLoss() {
        return logLoss / questions;
    }

    /** Mean squared distance of all probabilities from the truth, 0..2 (Brier 1950). */
    public double brier() {
        return brier / questions;
    }

    /** Share of questions whose most probable answer is right, 0..1. */
    public double accuracy() {
        return Arrays.stream(right).sum() / questions;
    }

    /** Mean of the largest probability, 0..1. */
    public double confidence() {
        return Arrays.stream(stated).sum() / questions;
    }

    /** Mean of the largest probability less the accuracy: above 0 if it is too sure, -1..1. */
    public double difference() {
        return confidence() - accuracy();
    }

    /** Share of questions whose largest probability is above 0.95, 0..1. */
    public double certain() {
        return (double) certain / questions;
    }

    /** Mean distance between the largest probability and its accuracy, in 15 equal bins (Guo and others 2017). */
    public double calibrationError() {
        double error = 0;
        for (int bin = 0; bin < BINS; bin++) {
            error += Math.abs(stated[bin] - right[bin]);
        }
        return error / questions;
    }

    /** Cells of a table: accuracy, log loss, Brier score, calibration error. */
    public String cells() {
        return String.format(Locale.ROOT, "%.1f %% | %.3f | %.3f | %.3f", 100 * accuracy(), logLoss(), brier(),
                calibrationError());
    }
}
