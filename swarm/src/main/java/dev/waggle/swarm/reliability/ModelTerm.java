package dev.waggle.swarm.reliability;

/**
 * Numbers of the terms of the model. An agent has the terms below {@link #COUNT}, and everybody together has all others;
 * the terms of {@link #AGENT} and the confidences exist for both.
 */
final class ModelTerm {

    /** A vote of the agent. */
    static final int AGENT = 0;

    /** The first kind of stated confidence; the others follow. */
    static final int CONFIDENCE = 1;

    /** The first kind of task; the others follow. */
    static final int CATEGORY = CONFIDENCE + CaseBallot.MAX_CONFIDENCES;

    /** Maximum number of kinds of task that have terms. */
    static final int MAX_CATEGORIES = 64;

    /** The last answer of the agent in a debate. */
    static final int DEBATER = CATEGORY + MAX_CATEGORIES;

    /** Logarithm of the number of voters for an option. */
    static final int COUNT = DEBATER + 1;

    /** Square of their share of the panel. */
    static final int SHARE = COUNT + 1;

    /** The option was named. */
    static final int NAMED = COUNT + 2;

    /** Last answers of a debate over the root of the panel. */
    static final int LAST = COUNT + 3;

    /** First answers of a debate over the root of the panel. */
    static final int FIRST = COUNT + 4;

    /** The option is somebody's last answer in a debate. */
    static final int HELD = COUNT + 5;

    /** The option is everybody's last answer in a debate. */
    static final int UNANIMOUS = COUNT + 6;

    /** The first answer that many questions share; the others follow. */
    static final int ANSWER = COUNT + 7;

    /** Maximum number of answers that have terms. */
    static final int MAX_ANSWERS = 64;

    private ModelTerm() {}

    /** Variance of a term before any outcome, of all agents in common. */
    static double commonVariance(int term) {
        if (term < CATEGORY) {
            return 0.09;
        }
        if (term >= ANSWER) {
            return 0.09;
        }
        return term < LAST ? 0.25 : 0.1225;
    }

    /** Variance of a term before any outcome, of one agent beside what it has in common with all. */
    static double ownVariance(int term) {
        return switch (term) {
            case AGENT -> 0.16;
            case DEBATER -> 0.04;
            default -> term < CATEGORY ? 0.04 : 0.0625;
        };
    }
}
