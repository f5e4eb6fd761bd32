package dev.waggle.swarm.consensus;

import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Rule that finds the leading proposal and the confidence of the group in it. Pure: the same tally gives the same
 * verdict, and nothing is changed.
 *
 * <p>It computes on the thread of the solve and must not block on a file, socket, lock or model. A solve cannot end
 * while its strategy is at work.
 */
public interface ConsensusStrategy {

    /** Name in configurations and reports, for example {@code voting}. */
    String id();

    /** Returns the verdict of the counted votes, and whether it meets the rule. */
    ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule);

    /**
     * The strategy's own figure of each proposal, 0..1, by its index in the tally: what a bar of it shows. By default
     * the agreeing weight over all weight on the proposal.
     */
    default double[] figures(VoteTally tally) {
        return IntStream.range(0, tally.size()).mapToDouble(tally::weightRatio).toArray();
    }

    /**
     * The strategy's own probability that the leader is right. By default it has none, and the assumption about the voters
     * gives it ({@link ConfidenceModel}).
     *
     * @param leader the id of the leading proposal; {@code null} if none leads
     */
    default Optional<ConfidenceEstimate> estimate(VoteTally tally, @Nullable String leader) {
        return Optional.empty();
    }
}
