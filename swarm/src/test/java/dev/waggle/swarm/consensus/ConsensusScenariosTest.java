package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * The scenarios D1 to D23 of the consensus strategies. D16 is in {@link DissentTest}, D18 beside the solve. The limits
 * of custom strategies are in {@link CustomStrategiesTest}.
 */
class ConsensusScenariosTest {

    private static final double EXACT = 1e-12;

    @Test // D1
    void confidenceWeightedWeighsAgreementAgainstAllWeight() {
        ConsensusResult result = Ballots.on("p1").agree("a", "p1", 0.9).disagree("b", "p1", 0.3)
                .by("confidence-weighted");

        assertThat(result.decided()).isTrue();
        assertThat(result.confidence()).isCloseTo(0.75, within(EXACT));
        assertThat(result.decision()).contains("do p1");
    }

    @Test // D1
    void confidenceWeightedCountsAbstentionsAsWeightThatDoesNotAgree() {
        ConsensusResult result = Ballots.on("p1").agree("a", "p1", 0.6).abstain("b", "p1", 0.2)
                .by("confidence-weighted");

        assertThat(result.confidence()).isCloseTo(0.75, within(EXACT));
    }

    @Test // D2
    void votingCountsHeadsWhateverTheirWeights() {
        ConsensusResult result = Ballots.on("p1").agree("a", "p1", 0.01).agree("b", "p1", 0.02).agree("c", "p1", 0)
                .disagree("d", "p1", 1).by("voting");

        assertThat(result.decided()).isTrue();
        assertThat(result.confidence()).isCloseTo(0.75, within(EXACT));
    }

    @ParameterizedTest // D3
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bayesianDoublesTheOddsWithEachCertainAgreement(long seed) {
        Ballots table = Ballots.on("A", "B").agree("a", "A", 1).agree("b", "A", 1).agree("c", "A", 1)
                .agree("d", "A", 1).abstain("e", "A", 1).abstain("f", "B", 1);

        ConsensusResult result = Ballots.engine("bayesian", 0.7).evaluate(table.shuffled(seed));

        assertThat(result.confidence()).as("seed %d", seed).isCloseTo(16.0 / 17, within(EXACT));
        assertThat(result.decision()).contains("do A");
    }

    @Test // D4
    void entropyMeasuresHowConcentratedTheSupportIs() {
        ConsensusResult result = Ballots.on("p1", "p2").agree("a", "p1", 0.9).abstain("b", "p1", 0.5)
                .agree("c", "p2", 0.1).by("entropy", 0.5);

        double entropy = -(0.9 * Math.log(0.9) + 0.1 * Math.log(0.1)) / Math.log(2);
        assertThat(result.confidence()).isCloseTo(1 - entropy, within(EXACT)).isCloseTo(0.531, within(1e-3));
        assertThat(result.decision()).contains("do p1");
    }

    @Test // D5
    void hierarchicalFollowsTheHeaviestVoterWhateverTheThreshold() {
        Ballots table = Ballots.on("p1", "p2").agree("a", "p2", 0.4).agree("b", "p2", 0.5).agree("chief", "p1", 0.95);

        for (double threshold : List.of(0.7, 1.0)) {
            ConsensusResult result = table.by("hierarchical", threshold);
            assertThat(result.decision()).contains("do p1");
            assertThat(result.confidence()).isEqualTo(0.95);
        }
    }

    @Test // D6
    void hierarchicalLeavesItToTheWeightsWhenTheHeaviestVoterAgreesWithNothing() {
        Ballots table = Ballots.on("p1", "p2").disagree("chief", "p1", 0.95).disagree("chief", "p2", 0.95)
                .agree("a", "p2", 0.9).agree("b", "p2", 0.9).agree("c", "p1", 0.5);

        assertThat(table.by("hierarchical").verdict()).isEqualTo(table.by("confidence-weighted").verdict());
    }

    @Test // D7
    void canEvaluateNeedsProposalsAndEnoughDifferentVoters() {
        ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults().withMinVoters(3));
        Ballots two = Ballots.on("p1", "p2").agree("a", "p1", 1).agree("b", "p1", 1).agree("b", "p2", 1)
                .disagree("a", "p2", 1);

        assertThat(engine.canEvaluate(two.input())).isFalse();
        assertThat(engine.canEvaluate(two.agree("c", "unknown", 1).input())).isFalse();
        assertThat(engine.canEvaluate(two.abstain("c", "p2", 1).input())).isTrue();
        assertThat(engine.canEvaluate(ConsensusInput.of(List.of(), two.votes()))).isFalse();
    }

    @ParameterizedTest // D7
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void belowTheNeededVotersTheLeaderIsNamedAndNothingDecided(String strategy) {
        ConsensusResult result = Ballots.on("p1").agree("only one", "p1", 1).by(strategy, 0);

        assertThat(result.decided()).isFalse();
        assertThat(result.leader()).map(Proposal::id).contains("p1");
        assertThat(result.reasoning()).contains("1 of 2 needed voters");
    }

    @Test // D8
    void nineAgreementsOfOneVoterAreOneVote() {
        Ballots table = Ballots.on("p1").disagree("b", "p1", 1).disagree("c", "p1", 1);
        for (int i = 0; i < 9; i++) {
            table.agree("a", "p1", 1);
        }
        ConsensusResult result = table.by("voting");

        assertThat(result.decided()).isFalse();
        assertThat(result.confidence()).isCloseTo(1.0 / 3, within(EXACT));
        assertThat(result.votingRecord()).hasSize(11);
    }

    @ParameterizedTest // D9
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void onlyTheLaterVoteOfAnAgentCountsAndTheRecordKeepsBoth(String strategy) {
        Ballots changed = Ballots.on("p1", "p2").agree("a", "p1", 0.9).agree("b", "p2", 0.8).agree("c", "p2", 0.8)
                .disagree("a", "p1", 0.6);
        Ballots last = Ballots.on("p1", "p2").agree("b", "p2", 0.8).agree("c", "p2", 0.8).disagree("a", "p1", 0.6);

        ConsensusResult result = changed.by(strategy);

        assertThat(result.verdict()).isEqualTo(last.by(strategy).verdict());
        assertThat(result.votingRecord()).isEqualTo(changed.votes()).hasSize(4);
    }

    @Test // D9
    void laterMeansLaterByTimeWhateverTheOrderOfArrival() {
        Ballots table = Ballots.on("p1").agree("a", "p1", 1).agree("b", "p1", 1).disagree("a", "p1", 1);

        ConsensusResult result = Ballots.engine("voting", 0.7)
                .evaluate(ConsensusInput.of(table.proposals(), table.votes().reversed()));

        assertThat(result.confidence()).isCloseTo(0.5, within(EXACT));
    }

    @ParameterizedTest // D10
    @ValueSource(strings = {"confidence-weighted", "voting"})
    void aProposalWithASingleVoteDoesNotBeatOneWithNineOfTen(String strategy) {
        Ballots table = Ballots.on("p1", "p2").agree("lonely", "p2", 1);
        for (int i = 0; i < 9; i++) {
            table.agree("a" + i, "p1", 1);
        }
        ConsensusResult result = table.disagree("a9", "p1", 1).by(strategy);

        assertThat(result.decision()).contains("do p1");
        assertThat(result.confidence()).isCloseTo(0.9, within(EXACT));
    }

    @ParameterizedTest // D11
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void aProposalThatAllRejectIsNotDecided(String strategy) {
        ConsensusResult result = Ballots.on("p1").disagree("a", "p1", 1).disagree("b", "p1", 1).by(strategy, 0);

        assertThat(result.decided()).isFalse();
        assertThat(result.confidence()).isZero();
    }

    @ParameterizedTest // D11
    @ValueSource(strings = {"entropy", "bayesian", "confidence-weighted", "voting"})
    void aProposalThatMostRejectIsNotDecided(String strategy) {
        ConsensusResult result = Ballots.on("p1").disagree("a", "p1", 1).disagree("b", "p1", 1).agree("c", "p1", 1)
                .by(strategy);

        assertThat(result.decided()).isFalse();
        assertThat(result.confidence()).isCloseTo(1.0 / 3, within(EXACT));
    }

    @ParameterizedTest // D12
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void withoutAnyAgreementThereIsNoWinner(String strategy) {
        ConsensusResult result = Ballots.on("p1", "p2").disagree("a", "p1", 0.4).abstain("b", "p2", 0.9)
                .disagree("c", "p2", 0.2).by(strategy, 0);

        assertThat(result.decided()).isFalse();
        assertThat(result.leader()).isEmpty();
        assertThat(result.decision()).isEmpty();
        assertThat(result.confidence()).isZero();
    }

    @ParameterizedTest // D13
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void votesForUnknownProposalsAreCountedAsRejectedAndMoveNothing(String strategy) {
        Ballots known = Ballots.on("p1", "p2").agree("a", "p1", 0.7).disagree("b", "p1", 0.4).agree("c", "p2", 0.2);
        Ballots more = Ballots.on("p1", "p2").agree("a", "p1", 0.7).disagree("b", "p1", 0.4).agree("c", "p2", 0.2)
                .agree("d", "ghost", 1).agree("e", "ghost", 1).agree("a", "ghost", 1);

        ConsensusResult result = more.by(strategy);

        assertThat(result.verdict()).isEqualTo(known.by(strategy).verdict());
        assertThat(result.standings()).isEqualTo(known.by(strategy).standings());
        assertThat(result.rejectedVotes()).isEqualTo(3);
        assertThat(result.votingRecord()).hasSize(6);
    }

    @ParameterizedTest // D14
    @ValueSource(doubles = {-0.9, Double.NaN, Double.POSITIVE_INFINITY})
    void weightsThatMeanNothingAreRefused(double weight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Payload.Vote("p1", Stance.AGREE, null, weight))
                .withMessageContaining("weight").withMessageContaining(Double.toString(weight));
    }

    @ParameterizedTest // D14
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void heavierWeightsAreCut(String strategy) {
        ConsensusResult cut = Ballots.on("p1", "p2").agree("a", "p1", 3.7).agree("b", "p2", 1e300)
                .disagree("c", "p1", 0.4).by(strategy);
        ConsensusResult plain = Ballots.on("p1", "p2").agree("a", "p1", 1).agree("b", "p2", 1)
                .disagree("c", "p1", 0.4).by(strategy);

        assertThat(cut.verdict()).isEqualTo(plain.verdict());
        assertThat(cut.confidence()).isBetween(0.0, 1.0);
    }

    @ParameterizedTest // D15
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void equalScoresGoToTheSmallerIdInEveryOrder(String strategy) {
        Ballots table = Ballots.on("p2", "p1", "p3").agree("a", "p2", 0.7).agree("b", "p1", 0.7).agree("c", "p2", 0.3)
                .agree("d", "p1", 0.3).abstain("e", "p3", 0.1);
        ConsensusVerdict first = table.by(strategy, 0.4).verdict();

        assertThat(first.leader()).isEqualTo("p1");
        for (long seed = 0; seed < 50; seed++) {
            assertThat(Ballots.engine(strategy, 0.4).evaluate(table.shuffled(seed)).verdict()).as("seed %d", seed)
                    .isEqualTo(first);
        }
    }

    @Test // D15
    void equalRatiosGoToTheHeavierAndThenToTheMorePopular() {
        Ballots heavier = Ballots.on("p1", "p2").agree("a", "p1", 0.5).agree("b", "p1", 0.1).agree("c", "p2", 0.5)
                .agree("d", "p2", 0.2);
        Ballots popular = Ballots.on("p1", "p2").agree("a", "p1", 0.5).agree("b", "p1", 0.25).agree("c", "p2", 0.5)
                .agree("d", "p2", 0.125).agree("e", "p2", 0.125);

        assertThat(heavier.by("confidence-weighted").verdict().leader()).isEqualTo("p2");
        assertThat(popular.by("confidence-weighted").verdict().leader()).isEqualTo("p2");
    }

    @ParameterizedTest // D17
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void belowTheThresholdTheLeaderIsNamedButNoDecision(String strategy) {
        ConsensusResult result = Ballots.on("p1", "p2").agree("a", "p1", 0.6).agree("b", "p1", 0.5)
                .disagree("c", "p1", 0.9).agree("d", "p2", 0.4).disagree("c", "p2", 0.9).by(strategy, 0.99);

        assertThat(result.decided()).isFalse();
        assertThat(result.decision()).isEmpty();
        assertThat(result.leader()).map(Proposal::id).contains("p1");
    }

    @Test // D19
    void anUnknownStrategyIsRefusedWithTheKnownNames() {
        assertThatIllegalArgumentException().isThrownBy(() -> StrategyCatalog.named("loudest"))
                .withMessageContaining("loudest").withMessageContaining("confidence-weighted")
                .withMessageContaining("hierarchical");
    }

    @ParameterizedTest // D20
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void causalLevelsChangeNothingInTheBuiltInStrategies(String strategy) {
        Ballots plain = Ballots.on("p1", "p2");
        Ballots levelled = Ballots.on("p1", "p2");
        int i = 0;
        for (CausalLevel level : CausalLevel.values()) {
            Payload.Vote vote = new Payload.Vote(i % 2 == 0 ? "p1" : "p2", Stance.AGREE, null, 0.3 + 0.1 * i);
            plain.cast("a" + i, vote, null);
            levelled.cast("a" + i, vote, level);
            i++;
        }
        assertThat(levelled.by(strategy).verdict()).isEqualTo(plain.by(strategy).verdict());
    }

    @ParameterizedTest // D22
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void aHundredThousandVotesOnAThousandProposalsAreDecided(String strategy) {
        List<Proposal> proposals = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            proposals.add(Ballots.proposal("p" + i));
        }
        List<VoteRecord> votes = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            Payload.Vote vote = new Payload.Vote(i % 10 < 7 ? "p7" : "p" + i % 1000, Stance.AGREE, null,
                    0.5 + i % 7 / 16.0);
            votes.add(new VoteRecord("a" + i, vote, Ballots.START.plusMillis(i), null, "v" + i));
        }
        for (BallotRule rule : BallotRule.values()) {
            ConsensusConfig config = ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy))
                    .withThreshold(0.6).withBallots(rule);
            ConsensusResult result = new ConsensusEngine(config).evaluate(ConsensusInput.of(proposals, votes));

            assertThat(result.decided()).as("%s", rule).isTrue();
            assertThat(result.standings()).hasSize(1000);
        }
    }

    @ParameterizedTest // D23
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void evaluatingTwiceGivesEqualResultsAndChangesNoInput(String strategy) {
        Ballots table = Ballots.on("p1", "p2").agree("a", "p1", 0.7).disagree("b", "p1", 0.4).agree("c", "p2", 0.2)
                .agree("a", "p2", 0.9).abstain("d", "p2", 0.3);
        List<Proposal> proposals = List.copyOf(table.proposals());
        List<VoteRecord> votes = new ArrayList<>(table.votes());
        ConsensusInput input = ConsensusInput.of(proposals, votes);
        for (BallotRule rule : BallotRule.values()) {
            ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults().withBallots(rule)
                    .withStrategy(StrategyCatalog.named(strategy)));

            assertThat(engine.evaluate(input)).isEqualTo(engine.evaluate(input));
        }
        assertThat(input).isEqualTo(ConsensusInput.of(table.proposals(), table.votes()));
        assertThat(votes).isEqualTo(table.votes());
    }

    @Test
    void anEqualThresholdIsReachedInSpiteOfRounding() {
        ConsensusResult result = Ballots.on("p1").agree("a", "p1", 0.1).agree("b", "p1", 0.2).agree("c", "p1", 0.4)
                .disagree("d", "p1", 0.3).by("confidence-weighted", 0.7);

        assertThat(result.decided()).isTrue();
    }

    @Test
    void standingsNameTheLeaderFirstAndShareAllSupport() {
        ConsensusResult result = Ballots.on("p1", "p2", "p3").agree("a", "p1", 0.2).agree("b", "p2", 0.6)
                .disagree("c", "p2", 0.8).agree("d", "p1", 0.2).by("voting");

        assertThat(result.standings()).extracting(standing -> standing.proposal().id())
                .containsExactly("p1", "p2", "p3");
        assertThat(result.standings().stream().mapToDouble(ProposalStanding::share).sum()).isCloseTo(1, within(EXACT));
        assertThat(result.standings().get(1)).returns(1, ProposalStanding::agreeVoters).returns(2,
                ProposalStanding::allVoters);
    }

    @Test
    void ofEqualProposalIdsTheFirstCounts() {
        Proposal first = Ballots.proposal("p1");
        Proposal again = new Proposal("p1", "something else", "", "x", "sig x", 1, Ballots.START);
        ConsensusInput input = ConsensusInput.of(List.of(first, again),
                Ballots.on("p1").agree("a", "p1", 1).agree("b", "p1", 1).votes());

        assertThat(Ballots.engine("voting", 0.7).evaluate(input).decision()).contains("do p1");
    }

    @Test
    void aTallyWithoutAgreementHasNoLeader() {
        VoteTally tally = VoteTally.of(List.of(Ballots.proposal("p1")),
                Ballots.on("p1").disagree("a", "p1", 1).votes(), BallotRule.APPROVAL, 1);

        assertThat(tally.leader(i -> 1, 0)).isEqualTo(OptionalInt.empty());
    }
}
