package dev.waggle.swarm.compose;

/**
 * Limits of a team.
 *
 * @param minAgents minimum size as long as there are enough candidates, at least 1
 * @param maxAgents maximum size, at least {@code minAgents} and at most {@value #MAX_TEAM_SIZE}
 * @param minDiversity minimum distance of a new member to each member, 0..1: the share of the words of both, in
 *         their tags and roles, that only one of them has (Jaccard 1901)
 */
public record TeamComposerConfig(int minAgents, int maxAgents, double minDiversity) {

    /** Larger teams are made by swarms of swarms. */
    public static final int MAX_TEAM_SIZE = 1_000;

    public TeamComposerConfig {
        if (minAgents < 1) {
            throw new IllegalArgumentException("minAgents must be at least 1, got " + minAgents);
        }
        if (maxAgents < minAgents || maxAgents > MAX_TEAM_SIZE) {
            throw new IllegalArgumentException("maxAgents must be between minAgents " + minAgents + " and "
                    + MAX_TEAM_SIZE + ", got " + maxAgents);
        }
        if (!(minDiversity >= 0 && minDiversity <= 1)) {
            throw new IllegalArgumentException("minDiversity must be between 0 and 1, got " + minDiversity);
        }
    }

    /** 2 to 10 agents, diversity 0.3. */
    public static TeamComposerConfig defaults() {
        return new TeamComposerConfig(2, 10, 0.3);
    }

    public TeamComposerConfig withMinAgents(int agents) {
        return new TeamComposerConfig(agents, maxAgents, minDiversity);
    }

    public TeamComposerConfig withMaxAgents(int agents) {
        return new TeamComposerConfig(minAgents, agents, minDiversity);
    }

    public TeamComposerConfig withMinDiversity(double diversity) {
        return new TeamComposerConfig(minAgents, maxAgents, diversity);
    }
}
