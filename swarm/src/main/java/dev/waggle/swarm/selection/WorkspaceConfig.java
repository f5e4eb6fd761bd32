package dev.waggle.swarm.selection;

/**
 * Configuration of the global workspace.
 *
 * @param enabled whether signals compete for attention at all
 * @param ignitionThreshold the score from which on a signal ignites, 0..1
 * @param noveltyDecay the factor of novelty for each earlier signal of the same source and type, 0..1
 * @param maxIgnitedPerRound the maximum of signals that ignite in one round, at least 1
 */
public record WorkspaceConfig(boolean enabled, double ignitionThreshold, double noveltyDecay, int maxIgnitedPerRound) {

    /** Threshold that needs confidence, novelty and weight at once; two of three are not enough. */
    private static final double IGNITION = 0.6;

    /** Decay at which the third consecutive proposal of one agent is worth half of its first. */
    private static final double DECAY = 0.7;

    /** Maximum of ignited signals: signals for every agent must be few. */
    private static final int MAX_IGNITED = 3;

    public WorkspaceConfig {
        SelectionConfig.requireUnit("ignitionThreshold", ignitionThreshold);
        SelectionConfig.requireUnit("noveltyDecay", noveltyDecay);
        if (maxIgnitedPerRound < 1) {
            throw new IllegalArgumentException("maxIgnitedPerRound must be at least 1, got " + maxIgnitedPerRound
                    + "\nMaybe the workspace should be off: WorkspaceConfig.defaults().");
        }
    }

    /** Default config, switched off; once on, at most 3 signals a round from a score of 0.6, and a decay of 0.7. */
    public static WorkspaceConfig defaults() {
        return new WorkspaceConfig(false, IGNITION, DECAY, MAX_IGNITED);
    }

    /** Copy that is switched on. */
    public WorkspaceConfig withWorkspaceEnabled() {
        return new WorkspaceConfig(true, ignitionThreshold, noveltyDecay, maxIgnitedPerRound);
    }

    public WorkspaceConfig withIgnitionThreshold(double threshold) {
        return new WorkspaceConfig(enabled, threshold, noveltyDecay, maxIgnitedPerRound);
    }

    public WorkspaceConfig withNoveltyDecay(double decay) {
        return new WorkspaceConfig(enabled, ignitionThreshold, decay, maxIgnitedPerRound);
    }

    public WorkspaceConfig withMaxIgnitedPerRound(int max) {
        return new WorkspaceConfig(enabled, ignitionThreshold, noveltyDecay, max);
    }

    /** As a log holds it. */
    @Override
    public String toString() {
        return "WorkspaceConfig[enabled=" + enabled + ", ignitionThreshold=" + ignitionThreshold
                + ", noveltyDecay=" + noveltyDecay + ", maxIgnitedPerRound=" + maxIgnitedPerRound + ']';
    }
}
