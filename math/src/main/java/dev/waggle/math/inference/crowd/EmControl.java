package dev.waggle.math.inference.crowd;

/** Limits and priors of the EM iterations. */
final class EmControl {

    /** Largest number of rounds. */
    static final int MAX_ROUNDS = 100;

    /** Change of a probability below which the iteration is at rest. */
    static final double AT_REST = 1e-4;

    /** Pseudo-answers of an agent that are right, all of them: the mode of Beta(4, 1). */
    static final double RIGHT_BEFORE = 3;

    /** Mean of Beta(4, 1), the reliability of an agent without any answer. */
    static final double UNSEEN = 0.8;

    private static final double LEAST = 0.001;

    private EmControl() {}

    /**
     * Reliability of an agent: mode of its posterior with the prior Beta(4, 1), within .001 and .999.
     *
     * @param right units of its right answers
     * @param answers number of its answers
     */
    static double reliability(long right, int answers) {
        double mode = answers == 0
                ? UNSEEN
                : (FixedPoint.value(right) + RIGHT_BEFORE) / (answers + RIGHT_BEFORE);
        return Math.clamp(mode, LEAST, 1 - LEAST);
    }
}
