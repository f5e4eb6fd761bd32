package dev.waggle.swarm.consensus;

/**
 * How votes become a decision.
 *
 * @param strategy the rule
 * @param threshold the confidence that decides, 0..1
 * @param minVoters how many different agents must have voted, at least 1
 * @param ballots what a vote for one proposal says about the others
 * @param maxWeight the weight that heavier votes are cut to, above 0 and at most {@value #WEIGHT_LIMIT}
 * @param conflictResolution what happens when proposals rival each other and the votes do not decide
 * @param maxDebateRounds rounds of one debate, at least 1
 */
public record ConsensusConfig(ConsensusStrategy strategy, double threshold, int minVoters, BallotRule ballots,
        double maxWeight, ConflictResolution conflictResolution, int maxDebateRounds) {

    /** Largest weight that exact sums hold. */
    public static final double WEIGHT_LIMIT = 256;

    private static final int DEBATE_ROUNDS = 3;

    public ConsensusConfig {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold must be between 0 and 1, got " + threshold
                    + (threshold > 1 && threshold <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
        if (minVoters < 1) {
            throw new IllegalArgumentException("minVoters must be at least 1, got " + minVoters);
        }
        if (!(maxWeight > 0 && maxWeight <= WEIGHT_LIMIT)) {
            throw new IllegalArgumentException(
                    "maxWeight must be above 0 and at most " + WEIGHT_LIMIT + ", got " + maxWeight);
        }
        if (maxDebateRounds < 1) {
            throw new IllegalArgumentException("maxDebateRounds must be at least 1, got " + maxDebateRounds);
        }
    }

    /** Conflicts are debated, in three rounds. */
    public ConsensusConfig(ConsensusStrategy strategy, double threshold, int minVoters, BallotRule ballots,
            double maxWeight) {
        this(strategy, threshold, minVoters, ballots, maxWeight, ConflictResolution.DEBATE, DEBATE_ROUNDS);
    }

    /** Confidence-weighted, threshold 0.7, two voters, approval, weights up to 1, debates of three rounds. */
    public static ConsensusConfig defaults() {
        return new ConsensusConfig(new ConfidenceWeightedStrategy(), 0.7, 2, BallotRule.APPROVAL, 1);
    }

    public ConsensusConfig withStrategy(ConsensusStrategy newStrategy) {
        return new ConsensusConfig(newStrategy, threshold, minVoters, ballots, maxWeight, conflictResolution,
                maxDebateRounds);
    }

    public ConsensusConfig withThreshold(double newThreshold) {
        return new ConsensusConfig(strategy, newThreshold, minVoters, ballots, maxWeight, conflictResolution,
                maxDebateRounds);
    }

    public ConsensusConfig withMinVoters(int newMinVoters) {
        return new ConsensusConfig(strategy, threshold, newMinVoters, ballots, maxWeight, conflictResolution,
                maxDebateRounds);
    }

    public ConsensusConfig withBallots(BallotRule newBallots) {
        return new ConsensusConfig(strategy, threshold, minVoters, newBallots, maxWeight, conflictResolution,
                maxDebateRounds);
    }

    public ConsensusConfig withMaxWeight(double newMaxWeight) {
        return new ConsensusConfig(strategy, threshold, minVoters, ballots, newMaxWeight, conflictResolution,
                maxDebateRounds);
    }

    public ConsensusConfig withConflictResolution(ConflictResolution mode) {
        return new ConsensusConfig(strategy, threshold, minVoters, ballots, maxWeight, mode, maxDebateRounds);
    }

    public ConsensusConfig withMaxDebateRounds(int rounds) {
        return new ConsensusConfig(strategy, threshold, minVoters, ballots, maxWeight, conflictResolution, rounds);
    }
}
