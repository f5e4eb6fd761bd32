package dev.waggle.swarm.lens.data;

import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.identity.UnstatedConfidence;
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

            assertSame(lens, estimate, number, debate);
            moved += lens.voters() > 0 ? 1 : 0;
        }
        assertThat(moved).isGreaterThan(CASES / 2);
    }

    @Test
    void agreementsOfOneAnswerShareItInBoth() {
        int shared = 0;
        for (int number = 0; number < CASES; number++) {
            Random random = new Random(number);
            VoteDebate debate = VoteDebate.random(random, PosteriorKind.BY_VOTER);
            DeliberationData lens = debate.open();
            ConsensusCollector collector = collector(debate);
            int answer = 1;
            for (CastVote vote : debate.votes()) {
                answer += random.nextInt(3) == 0 ? 1 : 0;
                Signal signal = vote.signalOfAnswer(answer);
                lens.accept(signal);
                collector.accept(signal, answer);
            }

            assertSame(lens, estimate(debate, collector), number, debate);

            for (int agent = 0; agent < lens.agentCount(); agent++) {
                shared += lens.evidenceOf(agent).size() > 1 && debate.rule() == BallotRule.EXCLUSIVE ? 1 : 0;
            }
        }
        assertThat(shared).isGreaterThan(CASES / 20);
    }

    @Test
    void anAuthorThatProposedTheSameWithoutConfidenceCountsLikeAVoteWithoutConfidence() {
        VoteDebate debate = VoteDebate.of(2, CastVote.agree("b", "p1", 0.8));
        for (Signal late : List.of(VoteDebate.unstatedProposal("late", "a"), VoteDebate.proposal("late", "a"))) {
            DeliberationData lens = debate.data();
            ConsensusCollector collector = collector(debate);
            debate.votes().forEach(vote -> collector.accept(vote.signal(), 1));
            for (Signal signal : List.of(VoteDebate.merge("late", "p0"), late)) {
                lens.accept(signal);
                collector.accept(signal);
            }

            assertSame(lens, estimate(debate, collector), 0, debate);
            assertThat(lens.logOdds(0)).isCloseTo(
                    lens.evidenceOfAgreement(0.8 * UnstatedConfidence.evidenceOf(late) * UnstatedConfidence.USUAL),
                    within(1e-12));
        }
    }

    private static void assertSame(DeliberationData lens, ConfidenceEstimate estimate, int number, VoteDebate debate) {
        for (int proposal = 0; proposal < lens.proposalCount(); proposal++) {
            assertThat(estimate.ofProposals().get("p" + proposal)).as("case %d: %s", number, debate)
                    .isCloseTo(lens.probability(proposal), within(1e-12));
        }
    }

    private static ConfidenceEstimate result(VoteDebate debate) {
        ConsensusCollector collector = collector(debate);
        int turn = 0;
        for (CastVote vote : debate.votes()) {
            collector.accept(vote.signal(), ++turn);
        }
        return estimate(debate, collector);
    }

    private static ConsensusCollector collector(VoteDebate debate) {
        ConsensusCollector collector = new ConsensusCollector(new VoteWeights(1, Map.of()));
        for (int proposal = 0; proposal < debate.proposals(); proposal++) {
            collector.accept(VoteDebate.proposal("p" + proposal, "nobody"));
        }
        return collector;
    }

    private static ConfidenceEstimate estimate(VoteDebate debate, ConsensusCollector collector) {
        return new ConsensusEngine(ConsensusConfig.defaults().withBallots(debate.rule())).evaluate(collector.input())
                .estimate();
    }
}
