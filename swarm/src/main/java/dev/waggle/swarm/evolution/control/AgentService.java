package dev.waggle.swarm.evolution.control;

import dev.waggle.swarm.evolution.EvolutionConfig;

/**
 * Service record of an agent and its value so far.
 *
 * <pre>
 *   value = 0.4 min(signals / 10, 1) + 0.6 min(merits / enough, 1)
 * </pre>
 *
 * <p>Range 0..1, with 0 for an agent without signals. A merit is a contribution that served the purpose of its kind:
 *
 * <ul>
 * <li>a proposal counts unless more agents vote against it than for it
 * <li>a challenge or doubt counts once another agent answers it, or afterwards changes its vote on its subject
 * <li>a discovery counts once another agent refers to it
 * <li>a vote counts once per proposal, unless it abstains, for an agent whose role is neither to propose nor to
 * challenge
 * </ul>
 *
 * So a pure proposer is measured by its proposals, and a pure challenger by the agents that had to answer.
 *
 * @param signals the number of its signals, at least 0
 * @param merits the number of its merits, at least 0
 * @param enough the number of merits from which more add no value, at least 1
 */
public record AgentService(int signals, int merits, int enough) {

    /** Default number of merits that is enough: more proposals make a choice harder. */
    public static final int ENOUGH_MERITS = 3;

    /** Number of signals that is enough: two a round in the default window, because more is noise. */
    private static final int ENOUGH_SIGNALS = 10;

    private static final double SHARE_OF_SIGNALS = 0.4;
    private static final double SHARE_OF_MERITS = 0.6;

    public AgentService {
        if (signals < 0 || merits < 0 || enough < 1) {
            throw new IllegalArgumentException("signals and merits must be at least 0 and enough at least 1, got "
                    + signals + ", " + merits + ", " + enough);
        }
    }

    /** Value 0..1, see above. */
    public double value() {
        return SHARE_OF_SIGNALS * Math.min((double) signals / ENOUGH_SIGNALS, 1)
                + SHARE_OF_MERITS * Math.min((double) merits / enough, 1);
    }

    /** True if an agent with so many rounds should stay: always, before its window is over. */
    public boolean isWorthKeeping(int rounds, EvolutionConfig config) {
        return rounds < config.evaluationWindow() || value() >= config.minValueForKeep();
    }
}
