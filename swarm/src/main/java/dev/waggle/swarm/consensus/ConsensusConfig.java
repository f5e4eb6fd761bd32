package dev.waggle.swarm.consensus;

/**
 * Configuration of the consensus: the strategy, the decision rule and the treatment of votes.
 *
 * @param strategy the rule
 * @param decision the agreement, the number of voters, the approvals and the quiet rounds that a decision needs
 * @param ballots the meaning of a vote for one proposal with respect to the others
 * @param maxWeight the weight to which heavier votes are cut, above 0 and at most {@value #WEIGHT_LIMIT}
 * @param conflictResolution the treatment of rival proposals when the votes do not decide
 * @param maxDebateRounds rounds of one debate, at least 1
 */
public record ConsensusConfig(ConsensusStrategy strategy, DecisionRule decision, BallotRule ballots, double maxWeight,
        ConflictResolution conflictResolution, int maxDebateRounds) {

    /** Largest weight that exact sums can represent. */
    public static final double WEIGHT_LIMIT = 256;

    private static final int DEBATE_ROUNDS = 3;

    /** The strategy of a configuration for which none was chosen. */
    private static final ConsensusStrategy DEFAULT_STRATEGY = new ConfidenceWeightedStrategy();

    public ConsensusConfig {
        if (!(maxWeight > 0 && maxWeight <= WEIGHT_LIMIT)) {
            throw new IllegalArgumentException(
                    "maxWeight must be above 0 and at most " + WEIGHT_LIMIT + ", got " + maxWeight);
        }
        if (maxDebateRounds < 1) {
            throw new IllegalArgumentException("maxDebateRounds must be at least 1, got " + maxDebateRounds);
        }
    }

    /** Config in which conflicts are debated, in three rounds. */
    public ConsensusConfig(ConsensusStrategy strategy, double threshold, int minVoters, BallotRule ballots,
            double maxWeight) {
        this(strategy, new DecisionRule(threshold, minVoters), ballots, maxWeight, ConflictResolution.DEBATE,
                DEBATE_ROUNDS);
    }

    /**
     * Default: confidence-weighted, threshold 0.7, two voters, one round to settle, approval, weights up to 1, debates of
     * three rounds.
     */
    public static ConsensusConfig defaults() {
        return new ConsensusConfig(DEFAULT_STRATEGY, 0.7, 2, BallotRule.APPROVAL, 1);
    }

    /** True if a strategy was chosen, even the one that is the default. */
    public boolean hasChosenStrategy() {
        return !DEFAULT_STRATEGY.equals(strategy);
    }

    /** Agreement that decides, 0..1. */
    public double threshold() {
        return decision.threshold();
    }

    /** Number of different agents that must have voted. */
    public int minVoters() {
        return decision.minVoters();
    }

    /** Agents that must approve of a decision or may block it. */
    public ApprovalRule approval() {
        return decision.approval();
    }

    /** Rounds in which no vote may have moved before a solve decides; 0 decides at once. */
    public int settleRounds() {
        return decision.settleRounds();
    }

    /** Tally of the votes of that input, with these ballots and weights. */
    public VoteTally tally(ConsensusInput input) {
        return VoteTally.of(input.proposals(), input.votes(), ballots, maxWeight);
    }

    public ConsensusConfig withStrategy(ConsensusStrategy newStrategy) {
        return new ConsensusConfig(newStrategy, decision, ballots, maxWeight, conflictResolution, maxDebateRounds);
    }

    public ConsensusConfig withThreshold(double newThreshold) {
        return with(decision.withThreshold(newThreshold));
    }

    public ConsensusConfig withMinVoters(int newMinVoters) {
        return with(decision.withMinVoters(newMinVoters));
    }

    public ConsensusConfig withApproval(ApprovalRule newApproval) {
        return with(decision.withApproval(newApproval));
    }

    /** Copy in which the leader must also be right with that probability, 0..1; 0 asks for none. */
    public ConsensusConfig withThresholdConfidence(double probability) {
        return with(decision.withThresholdConfidence(probability));
    }

    /** Copy in which a solve decides after that many rounds without a move, 0..{@value DecisionRule#MAX_SETTLE_ROUNDS}. */
    public ConsensusConfig withSettleRounds(int rounds) {
        return with(decision.withSettleRounds(rounds));
    }

    public ConsensusConfig withBallots(BallotRule newBallots) {
        return new ConsensusConfig(strategy, decision, newBallots, maxWeight, conflictResolution, maxDebateRounds);
    }

    public ConsensusConfig withMaxWeight(double newMaxWeight) {
        return new ConsensusConfig(strategy, decision, ballots, newMaxWeight, conflictResolution, maxDebateRounds);
    }

    public ConsensusConfig withConflictResolution(ConflictResolution mode) {
        return new ConsensusConfig(strategy, decision, ballots, maxWeight, mode, maxDebateRounds);
    }

    public ConsensusConfig withMaxDebateRounds(int rounds) {
        return new ConsensusConfig(strategy, decision, ballots, maxWeight, conflictResolution, rounds);
    }

    private ConsensusConfig with(DecisionRule newDecision) {
        return new ConsensusConfig(strategy, newDecision, ballots, maxWeight, conflictResolution, maxDebateRounds);
    }
}
