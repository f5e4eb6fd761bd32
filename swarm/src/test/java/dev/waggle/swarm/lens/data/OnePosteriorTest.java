package dev.waggle.swarm.lens.data;

import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.lens.data.VoteDebate.CastVote;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Lenses and the result of a solve state one probability: that of the same ballots. */
class OnePosteriorTest {

    private static final int CASES = 10_000;

    @Test
    void lensesAndResultsStateTheSameProbability() {
        int moved = 0;
        for (int number = 0; number < CASES; number++) {
            VoteDebate debate = VoteDebate.random(new Random(number), PosteriorKind.BY_VOTER);
            DeliberationData lens = debate.data();

            ConfidenceEstimate estimate = result(debate);

            for (int proposal = 0; proposal < lens.proposalCount(); proposal++) {
                assertThat(estimate.ofProposals().get("p" + proposal)).as("case %d: %s", number, debate)
                        .isCloseTo(lens.probability(proposal), within(1e-12));
            }
            moved += lens.voters() > 0 ? 1 : 0;
        }
        assertThat(moved).isGreaterThan(CASES / 2);
    }

    private static ConfidenceEstimate result(VoteDebate debate) {
        ConsensusCollector collector = new ConsensusCollector(new VoteWeights(1, Map.of()));
        for (int proposal = 0; proposal < debate.proposals(); proposal++) {
            collector.accept(VoteDebate.proposal("p" + proposal, "nobody"));
        }
        int turn = 0;
        for (CastVote vote : debate.votes()) {
            Signal signal = vote.signal();
            collector.accept(signal, ++turn);
        }
        return new ConsensusEngine(ConsensusConfig.defaults().withBallots(debate.rule())).evaluate(collector.input())
                .estimate();
    }
}
