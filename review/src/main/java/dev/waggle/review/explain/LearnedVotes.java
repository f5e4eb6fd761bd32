package dev.waggle.review.explain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.review.whatif.VoteRecount;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.VoteContributions;

/**
 * Learned weights of the votes of a run.
 *
 * @param weights the weights in its log
 * @param ofVoters the weight of a vote of each voter in nats, without its confidence, beside the evidence that any vote
 *        has
 * @param leader the id of the leading proposal; empty if none leads
 * @param contributions the parts of the score of the leading proposal; empty if none leads
 */
public record LearnedVotes(LearnedWeights weights, Map<String, Double> ofVoters, Optional<String> leader,
        Optional<VoteContributions> contributions) {

    public LearnedVotes {
        ofVoters = Collections.unmodifiableMap(new LinkedHashMap<>(ofVoters));
    }

    static LearnedVotes of(LearnedStrategy strategy, VoteRecount recount) {
        VoteTally tally = recount.tally();
        Map<String, Double> ofVoters = new LinkedHashMap<>();
        Optional<VoteContributions> contributions = Optional.empty();
        String leader = recount.outcome().leader();
        LearnedWeights weights = strategy.weightsFor(tally);
        if (tally.size() > 0) {
            DecisionCase decision = strategy.cases().of(tally);
            for (CaseBallot ballot : decision.ballots()) {
                ofVoters.put(ballot.agent(), weights.ofVote(ballot.agent(), decision.isDebate()));
            }
            for (int proposal = 0; proposal < tally.size(); proposal++) {
                if (tally.proposal(proposal).id().equals(leader)) {
                    contributions = Optional.of(VoteContributions.of(weights, decision, proposal));
                }
            }
        }
        return new LearnedVotes(weights, ofVoters, Optional.ofNullable(leader), contributions);
    }

    /** Number of outcomes that an agent's weight was learned from. */
    public long outcomesOf(String agent) {
        LearnedWeights.AgentWeight own = weights.agents().get(agent);
        return own == null ? 0 : own.outcomes();
    }
}
