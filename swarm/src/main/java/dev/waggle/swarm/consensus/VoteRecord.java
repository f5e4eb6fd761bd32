package dev.waggle.swarm.consensus;

import java.time.Instant;
import java.util.List;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import org.jspecify.annotations.Nullable;

/**
 * A vote as it was cast.
 *
 * @param agentId the voter
 * @param vote stance, weight and reason
 * @param time the time of the signal
 * @param causalLevel the rung that the voter stated; built-in strategies ignore it, custom ones may read it
 * @param signalId the signal that cast it
 * @param turn the number of the voter's turn that cast it, from 1; 0 if it is not known
 * @param evidence what it counts for the probability of its proposal, 0..{@value #MAX_EVIDENCE}: its weight times what
 *        its confidence is worth. No factor changes it, such as attention, which steers and is no evidence
 * @param confidences the confidences that the voter stated for it, each kind at its place, 0..1; NaN where it stated none
 */
public record VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
        String signalId, int turn, double evidence, List<Double> confidences) {

    /** Largest evidence of a vote: 2^20, so that sums stay exact. */
    public static final double MAX_EVIDENCE = AnswerBallot.MAX_WEIGHT;

    public VoteRecord {
        confidences = List.copyOf(confidences);
        if (turn < 0) {
            throw new IllegalArgumentException("turn must be at least 0, got " + turn);
        }
        if (!(evidence >= 0 && evidence <= MAX_EVIDENCE)) {
            throw new IllegalArgumentException(
                    "evidence of a vote must be between 0 and " + MAX_EVIDENCE + ", got " + evidence);
        }
    }

    /** Vote without a stated confidence. */
    public VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
            String signalId, int turn, double evidence) {
        this(agentId, vote, time, causalLevel, signalId, turn, evidence, List.of());
    }

    /** Vote whose confidence was not asked for: its evidence is its weight. */
    public VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
            String signalId, int turn) {
        this(agentId, vote, time, causalLevel, signalId, turn, Math.min(vote.weight(), MAX_EVIDENCE));
    }

    /** Vote of an unknown turn, whose confidence was not asked for. */
    public VoteRecord(String agentId, Payload.Vote vote, Instant time, @Nullable CausalLevel causalLevel,
            String signalId) {
        this(agentId, vote, time, causalLevel, signalId, 0);
    }

    public String proposalId() {
        return vote.proposalId();
    }

    /** True if both votes are of one answer: of one turn or, if a turn is not known, of one time. */
    boolean isOfOneAnswer(VoteRecord other) {
        return agentId.equals(other.agentId)
                && ((turn > 0 && other.turn > 0) ? turn == other.turn : time.equals(other.time));
    }

    /** Copy with the weight multiplied; everything else, the causal level and the evidence too, stays. */
    public VoteRecord weighted(double factor) {
        return withWeight(vote.weight() * factor);
    }

    /** Copy with that weight, and the same evidence. */
    public VoteRecord withWeight(double weight) {
        Payload.Vote weighed = new Payload.Vote(vote.proposalId(), vote.stance(), vote.reasoning(), weight);
        return new VoteRecord(agentId, weighed, time, causalLevel, signalId, turn, evidence, confidences);
    }

    /** Copy that counts as a vote on that proposal. */
    public VoteRecord on(String otherProposal) {
        Payload.Vote same = new Payload.Vote(otherProposal, vote.stance(), vote.reasoning(), vote.weight());
        return new VoteRecord(agentId, same, time, causalLevel, signalId, turn, evidence, confidences);
    }

    /** Copy with that evidence, 0..{@value #MAX_EVIDENCE}. */
    public VoteRecord withEvidence(double newEvidence) {
        return new VoteRecord(agentId, vote, time, causalLevel, signalId, turn, newEvidence, confidences);
    }

    /** Copy with these stated confidences. */
    public VoteRecord withConfidences(List<Double> stated) {
        return new VoteRecord(agentId, vote, time, causalLevel, signalId, turn, evidence, stated);
    }
}
