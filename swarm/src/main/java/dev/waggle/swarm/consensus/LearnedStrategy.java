package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.swarm.reliability.LearnedWeights;
import org.jspecify.annotations.Nullable;

/**
 * Probability of the most probable proposal, by weights of each agent that outcomes of earlier decisions taught. The
 * probability is its only number: agreement, threshold and confidence mean it.
 *
 * <p>Before any outcome it decides as {@link ConfidenceWeightedStrategy} does, with the same leader and the same agreement.
 * The probability is then the one that votes have without history. A proposal that no agent agrees with can lead, and is
 * not decided. Pure: the same votes and the same weights have the same verdict.
 */
public final class LearnedStrategy implements ConsensusStrategy {

    /** Its name in configurations and reports. */
    public static final String ID = "learned";

    private static final ConsensusStrategy BEFORE = new ConfidenceWeightedStrategy();

    private final LearnedWeights weights;
    private final LearnedWeights firstAnswers;
    private final LearnedCase cases;

    /** The strategy with these weights, for votes that are read like that. */
    public LearnedStrategy(LearnedWeights weights, LearnedCase cases) {
        this(weights, weights, cases);
    }

    /**
     * The strategy of a solve that spares agents.
     *
     * @param weights the weights for votes of the whole panel; if they are empty, the others serve for these votes too
     * @param firstAnswers the weights while agents of the panel have no vote
     * @param cases the reading of votes
     */
    public LearnedStrategy(LearnedWeights weights, LearnedWeights firstAnswers, LearnedCase cases) {
        this.weights = weights.isEmpty() ? firstAnswers : weights;
        this.firstAnswers = firstAnswers;
        this.cases = cases;
    }

    /** The strategy before any outcome. */
    public static LearnedStrategy untaught() {
        return new LearnedStrategy(LearnedWeights.NONE, LearnedCase.ofReaders("", 0));
    }

    /** The weights by which it decides on votes of the whole panel. */
    public LearnedWeights weights() {
        return weights;
    }

    /** The weights by which it decides on these votes. */
    public LearnedWeights weightsFor(VoteTally tally) {
        return tally.voters() < cases.panel() ? firstAnswers : weights;
    }

    /** The weights by which it decides while agents of the panel have no vote. */
    public LearnedWeights firstAnswers() {
        return firstAnswers;
    }

    /** Reading of the votes. */
    public LearnedCase cases() {
        return cases;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
        LearnedWeights used = weightsFor(tally);
        if (used.isEmpty()) {
            return BEFORE.evaluate(tally, rule);
        }
        if (!tally.anyAgreement()) {
            return ConsensusVerdict.none("nobody agrees with any of " + tally.size() + " proposals");
        }
        double[] probabilities = probabilities(tally);
        OptionalInt leader = tally.highest(proposal -> probabilities[proposal]);
        int first = leader.orElseThrow();
        double probability = probabilities[first];
        boolean isSupported = tally.agreeVoters(first) > 0;
        String id = tally.proposal(first).id();
        return new ConsensusVerdict(isSupported && rule.isMetBy(probability), id, probability,
                "the probability that " + id + " is right is " + ConsensusVerdict.percent(probability)
                        + ", learned from "
                        + used.outcomes() + (used.outcomes() == 1 ? " outcome" : " outcomes") + ", threshold "
                        + ConsensusVerdict.percent(rule.threshold()) + (isSupported ? "" : "; nobody agrees with it"));
    }

    @Override
    public double[] figures(VoteTally tally) {
        return weightsFor(tally).isEmpty() ? BEFORE.figures(tally) : probabilities(tally);
    }

    @Override
    public Optional<ConfidenceEstimate> estimate(VoteTally tally, @Nullable String leader) {
        LearnedWeights used = weightsFor(tally);
        if (used.isEmpty()) {
            return Optional.empty();
        }
        double[] probabilities = probabilities(tally);
        Map<String, Double> ofProposals = LinkedHashMap.newLinkedHashMap(probabilities.length);
        double ofLeader = 0;
        for (int proposal = 0; proposal < probabilities.length; proposal++) {
            String id = tally.proposal(proposal).id();
            ofProposals.put(id, probabilities[proposal]);
            ofLeader = id.equals(leader) ? probabilities[proposal] : ofLeader;
        }
        return Optional.of(new ConfidenceEstimate(ofLeader, ofLeader, ofLeader, ConfidenceEstimate.Basis.LEARNED,
                Math.clamp(used.outcomes(), 1, Integer.MAX_VALUE), ofProposals));
    }

    /** Probability of each proposal, at its index. */
    private double[] probabilities(VoteTally tally) {
        double[] all = weightsFor(tally).probabilities(cases.of(tally));
        return Arrays.copyOf(all, tally.size());
    }
}
