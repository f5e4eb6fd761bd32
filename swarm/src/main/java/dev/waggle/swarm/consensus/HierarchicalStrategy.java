package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.Payload.Stance;

/**
 * Decision by the heaviest voter. When the agent with the heaviest vote of all agrees with a proposal, that proposal
 * wins at once, for any threshold. The weight of that agreement is the confidence. If the heaviest voter agrees
 * several times, or several voters are heaviest, the heaviest agreement wins, then the usual ties. A heaviest voter
 * that agrees with nothing, only at weight 0, or equally with several exclusive proposals, leaves the decision to the
 * confidence-weighted strategy.
 */
public final class HierarchicalStrategy implements ConsensusStrategy {

    private final ConsensusStrategy fallback = new ConfidenceWeightedStrategy();

    public HierarchicalStrategy() {}

    @Override
    public String id() {
        return "hierarchical";
    }

    @Override
    public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
        double[] authority = authority(tally);
        OptionalInt leader = tally.leader(i -> authority[i], 0);
        if (leader.isEmpty() || !(authority[leader.getAsInt()] > 0)) {
            return fallback.evaluate(tally, rule);
        }
        int first = leader.getAsInt();
        double confidence = Math.clamp(authority[first], 0, 1);
        String id = tally.proposal(first).id();
        return new ConsensusVerdict(true, id, confidence,
                "the heaviest voter agrees with " + id + " at weight " + ConsensusVerdict.percent(confidence));
    }

    /** Authority of each proposal when it decides, else the figures of the confidence-weighted strategy. */
    @Override
    public double[] figures(VoteTally tally) {
        double[] authority = authority(tally);
        for (int i = 0; i < authority.length; i++) {
            authority[i] = Math.clamp(authority[i], 0, 1);
        }
        return Arrays.stream(authority).anyMatch(weight -> weight > 0) ? authority : fallback.figures(tally);
    }

    /** Heaviest agreement of a heaviest voter for each proposal; 0 if there is none. */
    private static double[] authority(VoteTally tally) {
        double top = tally.heaviestVote();
        Set<String> heaviest = new HashSet<>();
        for (VoteRecord vote : tally.votes()) {
            if (tally.weightOf(vote) == top) {
                heaviest.add(vote.agentId());
            }
        }
        double[] authority = new double[tally.size()];
        List<VoteRecord> votes = tally.votes();
        for (int i = 0; i < votes.size(); i++) {
            VoteRecord vote = votes.get(i);
            boolean agrees = vote.vote().stance() == Stance.AGREE;
            if (agrees && !tally.isShared(i) && heaviest.contains(vote.agentId())) {
                int on = tally.proposalOf(i);
                authority[on] = Math.max(authority[on], tally.weightOf(vote));
            }
        }
        return authority;
    }
}
