package dev.waggle.swarm.reliability;

/** Stated confidences as log odds, and the mean that is usual for an agent. */
final class LogOdds {

    private static final double LEAST = 0.02;
    private static final double LARGEST = 4;

    /** Log odds that agents of language models usually state: a confidence of about 0.85. */
    private static final double USUAL = 1.7;

    /** Number of stated confidences that the usual ones count for. */
    private static final double WEIGHT = 5;

    private LogOdds() {}

    /** Log odds of a confidence, cut to those of 0.02 and 0.98. */
    static double of(double confidence) {
        double cut = Math.clamp(confidence, LEAST, 1 - LEAST);
        return Math.clamp(StrictMath.log(cut / (1 - cut)), -LARGEST, LARGEST);
    }

    /** Usual log odds of an agent after so many confidences with that sum. */
    static double usual(double sum, long count) {
        return (USUAL * WEIGHT + sum) / (WEIGHT + count);
    }
}
