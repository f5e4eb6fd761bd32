package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/**
 * Probability of the leading proposal vote by vote: after each, with all votes up to it and all proposals of the end.
 * The last value is the confidence of the result. Costs O(votes) for each step.
 *
 * @param leader the id of the proposal; {@code null} if none leads, and then there are no steps
 * @param steps the last votes, oldest first, at most {@value #MAX_STEPS}
 * @param skipped the number of earlier votes without a step
 * @param overtaking the proposal that would take the lead with the fewest further voters; empty if the leader is the
 *        only one, or if weights of each agent were learned
 */
public record PosteriorTrail(@Nullable String leader, List<Step> steps, int skipped,
        Optional<Overtaking> overtaking) {

    /** Maximum number of steps. */
    public static final int MAX_STEPS = 200;

    public PosteriorTrail {
        steps = List.copyOf(steps);
    }

    /**
     * A vote and the probability of the leader around it.
     *
     * @param vote as cast
     * @param before probability without it and all later votes, 0..1
     * @param after probability with it, 0..1
     */
    public record Step(VoteRecord vote, double before, double after) {

        /** Change of the probability, -1..1; 0 for a repetition, an abstention, or a ballot without an effect. */
        public double change() {
            return after - before;
        }
    }

    /**
     * A proposal that would take the lead.
     *
     * @param proposalId its id
     * @param voters the number of further voters for it of weight 1 and usual confidence, at least 1
     */
    public record Overtaking(String proposalId, int voters) {}

    /** Trail of the votes of an input for the proposal with that id. */
    public static PosteriorTrail of(ConsensusInput input, ConsensusConfig config, ConfidenceModel model,
            @Nullable String leader) {
        List<VoteRecord> votes = input.votes();
        if (leader == null) {
            return new PosteriorTrail(null, List.of(), votes.size(), Optional.empty());
        }
        int skipped = Math.max(0, votes.size() - MAX_STEPS);
        List<Step> steps = new ArrayList<>(votes.size() - skipped);
        double before = probability(input, config, model, leader, skipped);
        for (int count = skipped + 1; count <= votes.size(); count++) {
            double after = probability(input, config, model, leader, count);
            steps.add(new Step(votes.get(count - 1), before, after));
            before = after;
        }
        VoteTally all = config.tally(input);
        return new PosteriorTrail(leader, steps, skipped,
                config.strategy().estimate(all, leader).isPresent() ? Optional.empty() : overtaking(all, leader));
    }

    private static Optional<Overtaking> overtaking(VoteTally tally, String leader) {
        double[] support = ConfidenceModel.support(tally);
        int first = -1;
        int second = -1;
        for (int proposal = 0; proposal < tally.size(); proposal++) {
            if (tally.proposal(proposal).id().equals(leader)) {
                first = proposal;
            } else if (second < 0 || support[proposal] > support[second]) {
                second = proposal;
            }
        }
        if (first < 0 || second < 0) {
            return Optional.empty();
        }
        double lead = support[first] - support[second];
        return Optional.of(new Overtaking(tally.proposal(second).id(), Math.max(1, (int) Math.floor(lead) + 1)));
    }

    private static double probability(ConsensusInput input, ConsensusConfig config, ConfidenceModel model,
            String leader, int votes) {
        ConsensusInput earlier = ConsensusInput.of(input.proposals(), input.votes().subList(0, votes));
        VoteTally tally = config.tally(earlier);
        return config.strategy().estimate(tally, leader).orElseGet(() -> model.estimate(tally, leader)).probability();
    }
}
