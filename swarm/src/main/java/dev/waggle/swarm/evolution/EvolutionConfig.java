package dev.waggle.swarm.evolution;

/**
 * Configuration of evolution: the growth of a swarm during a solve.
 *
 * @param enabled whether the swarm evolves
 * @param maxEvolvedAgents the maximum of added agents at any time, 1..64
 * @param evaluationWindow rounds that an agent has to show its worth, at least 1
 * @param minValueForKeep the service value below which an agent is removed after its window, 0..1
 * @param cooldownRounds rounds for which a gap stays open after its agent was removed, at least 0; a gap that is not
 *        seen for as long is dropped
 * @param nmiPruneThreshold mean similarity of words above which the least useful repeating agent is removed, 0..1
 * @param minUrgency the urgency from which a gap is filled, 0..1
 */
public record EvolutionConfig(boolean enabled, int maxEvolvedAgents, int evaluationWindow, double minValueForKeep,
        int cooldownRounds, double nmiPruneThreshold, double minUrgency) {

    /** Default maximum of added agents: three are a voice, and more would outvote the agents that the caller chose. */
    public static final int MAX_EVOLVED_AGENTS = 3;

    /** Default window: half of the default rounds, because less is not enough to be answered. */
    public static final int EVALUATION_WINDOW = 5;

    /** Default least value: half of the possible one. */
    public static final double MIN_VALUE_FOR_KEEP = 0.5;

    /** Default cool-down: enough for the deliberation to change and for one more try within the default rounds. */
    public static final int COOLDOWN_ROUNDS = 3;

    /** Default threshold above the 0.7 at which the lens reports redundancy: removal is final, a report is not. */
    public static final double NMI_PRUNE_THRESHOLD = 0.8;

    /** Default least urgency: above one half, with some distance. */
    public static final double MIN_URGENCY = 0.6;

    /** Limit of added agents: every agent costs a model call in every round. */
    private static final int EVOLVED_AGENTS_LIMIT = 64;

    private static final EvolutionConfig DEFAULTS = new EvolutionConfig(false, MAX_EVOLVED_AGENTS, EVALUATION_WINDOW,
            MIN_VALUE_FOR_KEEP, COOLDOWN_ROUNDS, NMI_PRUNE_THRESHOLD, MIN_URGENCY);

    public EvolutionConfig {
        if (maxEvolvedAgents < 1 || maxEvolvedAgents > EVOLVED_AGENTS_LIMIT) {
            throw new IllegalArgumentException("maxEvolvedAgents must be between 1 and " + EVOLVED_AGENTS_LIMIT
                    + ", got " + maxEvolvedAgents + "\nMaybe enabled: false, if no agent should be added.");
        }
        if (evaluationWindow < 1) {
            throw new IllegalArgumentException("evaluationWindow must be at least 1 round, got " + evaluationWindow);
        }
        if (cooldownRounds < 0) {
            throw new IllegalArgumentException("cooldownRounds must be at least 0, got " + cooldownRounds);
        }
        unit("minValueForKeep", minValueForKeep);
        unit("nmiPruneThreshold", nmiPruneThreshold);
        unit("minUrgency", minUrgency);
    }

    /** Default config, without evolution; {@link #withEvolutionEnabled()} turns it on. */
    public static EvolutionConfig defaults() {
        return DEFAULTS;
    }

    /** Copy with evolution turned on. */
    public EvolutionConfig withEvolutionEnabled() {
        return new EvolutionConfig(true, maxEvolvedAgents, evaluationWindow, minValueForKeep, cooldownRounds,
                nmiPruneThreshold, minUrgency);
    }

    public EvolutionConfig withMaxEvolvedAgents(int max) {
        return new EvolutionConfig(enabled, max, evaluationWindow, minValueForKeep, cooldownRounds,
                nmiPruneThreshold, minUrgency);
    }

    public EvolutionConfig withEvaluationWindow(int rounds) {
        return new EvolutionConfig(enabled, maxEvolvedAgents, rounds, minValueForKeep, cooldownRounds,
                nmiPruneThreshold, minUrgency);
    }

    public EvolutionConfig withMinValueForKeep(double value) {
        return new EvolutionConfig(enabled, maxEvolvedAgents, evaluationWindow, value, cooldownRounds,
                nmiPruneThreshold, minUrgency);
    }

    public EvolutionConfig withCooldownRounds(int rounds) {
        return new EvolutionConfig(enabled, maxEvolvedAgents, evaluationWindow, minValueForKeep, rounds,
                nmiPruneThreshold, minUrgency);
    }

    public EvolutionConfig withNmiPruneThreshold(double threshold) {
        return new EvolutionConfig(enabled, maxEvolvedAgents, evaluationWindow, minValueForKeep, cooldownRounds,
                threshold, minUrgency);
    }

    public EvolutionConfig withMinUrgency(double urgency) {
        return new EvolutionConfig(enabled, maxEvolvedAgents, evaluationWindow, minValueForKeep, cooldownRounds,
                nmiPruneThreshold, urgency);
    }

    /** As a log holds it. */
    @Override
    public String toString() {
        return "EvolutionConfig[enabled=" + enabled + ", maxEvolvedAgents=" + maxEvolvedAgents
                + ", evaluationWindow=" + evaluationWindow + ", minValueForKeep=" + minValueForKeep
                + ", cooldownRounds=" + cooldownRounds + ", nmiPruneThreshold=" + nmiPruneThreshold
                + ", minUrgency=" + minUrgency + ']';
    }

    private static void unit(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value);
        }
    }
}
