package dev.waggle.swarm.compose;

/**
 * What a team may be.
 *
 * @param minAgents as many are taken as long as there are enough candidates, at least 1
 * @param maxAgents no more are taken, at least {@code minAgents} and at most {@value #MOST_AGENTS}
 * @param minDiversity how much a newcomer must differ from each one who is in the team already, 0..1: the share of the
 *        words of both, in their tags and roles, that only one of them has (Jaccard 1901)
 */
public record ComposerConfig(int minAgents, int maxAgents, double minDiversity) {

    /** Larger teams are made by swarms of swarms. */
    public static final int MOST_AGENTS = 1_000;

    public ComposerConfig {
        if (minAgents < 1) {
            throw new IllegalArgumentException("minAgents must be at least 1, got " + minAgents);
        }
        if (maxAgents < minAgents || maxAgents > MOST_AGENTS) {
            throw new IllegalArgumentException("maxAgents must be between minAgents " + minAgents + " and "
                    + MOST_AGENTS + ", got " + maxAgents);
        }
        if (!(minDiversity >= 0 && minDiversity <= 1)) {
            throw new IllegalArgumentException("minDiversity must be between 0 and 1, got " + minDiversity);
        }
    }

    /** 2 to 10 agents, diversity 0.3. */
    public static ComposerConfig defaults() {
        return new ComposerConfig(2, 10, 0.3);
    }

    public ComposerConfig withMinAgents(int agents) {
        return new ComposerConfig(agents, maxAgents, minDiversity);
    }

    public ComposerConfig withMaxAgents(int agents) {
        return new ComposerConfig(minAgents, agents, minDiversity);
    }

    public ComposerConfig withMinDiversity(double diversity) {
        return new ComposerConfig(minAgents, maxAgents, diversity);
    }
}
