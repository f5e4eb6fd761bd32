package dev.waggle.swarm.consensus;

/**
 * What a decision needs.
 *
 * @param threshold the confidence that decides, 0..1
 * @param minVoters how many different agents must have voted, at least 1
 */
public record DecisionRule(double threshold, int minVoters) {

    /** Rounding of sums must not keep 0.7 of all weight below a threshold of 0.7. */
    private static final double ROUNDING = 1e-12;

    public DecisionRule {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold must be between 0 and 1, got " + threshold
                    + (threshold > 1 && threshold <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
        if (minVoters < 1) {
            throw new IllegalArgumentException("minVoters must be at least 1, got " + minVoters);
        }
    }

    /** Whether that confidence decides. */
    public boolean isMetBy(double confidence) {
        return reaches(confidence, threshold);
    }

    static boolean reaches(double confidence, double threshold) {
        return confidence >= threshold - ROUNDING;
    }
}
