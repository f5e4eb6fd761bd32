package dev.waggle.swarm.evolution;

/**
 * Whether and how a swarm grows.
 *
 * @param enabled whether it does
 * @param maxEvolvedAgents the most agents that evolution adds at any time, 1..64
 * @param evaluationWindow rounds that an agent has to show its worth, at least 1
 * @param minValueForKeep the {@link AgentService#value} below which an agent goes after its window, 0..1
 * @param cooldownRounds rounds that a gap is left open after its agent went, at least 0; a gap that is not seen for as
 *        long is forgotten
 * @param nmiPruneThreshold mean likeness of words above which the least useful agent that repeats others goes, 0..1
 * @param minUrgency the urgency from which a gap is filled, 0..1
 */
public record EvolutionConfig(boolean enabled, int maxEvolvedAgents, int evaluationWindow, double minValueForKeep,
        int cooldownRounds, double nmiPruneThreshold, double minUrgency) {

    /** Three newcomers are a voice; more would decide over the heads of those whom the caller chose. */
    public static final int MAX_EVOLVED_AGENTS = 3;

    /** Half of the default rounds: less is not enough to be answered. */
    public static final int EVALUATION_WINDOW = 5;

    /** Half of what is possible. */
    public static final double MIN_VALUE_FOR_KEEP = 0.5;

    /** Long enough for the deliberation to change, short enough to try once more within the default rounds. */
    public static final int COOLDOWN_ROUNDS = 3;

    /** Above the 0.7 at which the lens speaks of redundancy: showing out is final, speaking of it is not. */
    public static final double NMI_PRUNE_THRESHOLD = 0.8;

    /** What is rather urgent than not, with some distance. */
    public static final double MIN_URGENCY = 0.6;

    /** Every agent costs a call of a model in every round. */
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

    /** A swarm that stays as it is; {@link #withEvolutionEnabled()} turns it on. */
    public static EvolutionConfig defaults() {
        return DEFAULTS;
    }

    /** The same, and the swarm grows. */
    public EvolutionConfig withEvolutionEnabled() {
        return new EvolutionConfig(true, maxEvolvedAgents, evaluationWindow, minValueForKeep, cooldownRounds,
                nmiPruneThreshold, minUrgency);
    }

    public EvolutionConfig withMaxEvolvedAgents(int most) {
        return new EvolutionConfig(enabled, most, evaluationWindow, minValueForKeep, cooldownRounds,
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

    private static void unit(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value);
        }
    }
}
