package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.inference.BayesianLens.BayesianReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.waggle.swarm.identity.UnstatedConfidence.USUAL;
import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

class BayesianLensTest {

    private static final String[] SIX = {"a", "b", "c", "d", "e", "f"};
    private static final Offset<Double> EXACT = Offset.offset(1e-12);

    /** Two proposals that all voters reject. */
    private final LensSwarm rejecting = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(disagrees("c", "A", 1), disagrees("d", "A", 0.9), disagrees("e", "A", 1), disagrees("c", "B", 1),
                    disagrees("d", "B", 1), disagrees("e", "B", 0.7))
            .round(discovers("a", "one more thing"));

    /** Two proposals with votes for both, one of them ahead. */
    private final LensSwarm ordinary = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("c", "A", 0.8), agrees("d", "A", 0.7), agrees("e", "B", 0.9))
            .round(agrees("b", "B", 0.8), discovers("a", "one more thing"));

    @Test
    void missesALateralThinkerWhereEverythingIsRejected() {
        LensSwarm.Outcome with = rejecting.solve();

        assertThat(with.findingsOf(LensCatalog.BAYESIAN)).isNotEmpty()
                .allSatisfy(finding -> assertThat(((Finding.Gap) finding).role()).isEqualTo("lateral-thinker"));
        assertThat(with.events()).anyMatch(event -> event.startsWith("2 lens:finding") && event.contains("bayesian"));
        assertThat(rejecting.solveWithout(LensCatalog.BAYESIAN).events()).isNotEqualTo(with.events());
    }

    @Test
    void changesNothingInAnOrdinaryDebate() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.BAYESIAN).events());
        assertThat(ordinary.solve(MathConfig.watching()).findingsOf(LensCatalog.BAYESIAN)).isEmpty();
    }

    @Test
    void challengesALeaderThatIsCertainOnlyByEcho() {
        LensSwarm echoing = new LensSwarm("a", "b", "c", "d", "e", "f", "g", "h")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8))
                .round(agrees("a", "A", 0.45), agrees("c", "A", 0.45), agrees("d", "A", 0.45), agrees("e", "A", 0.45),
                        agrees("f", "A", 0.45), agrees("g", "A", 0.45), agrees("h", "A", 0.45), agrees("b", "A", 0.45))
                .round(discovers("a", "one more thing"));

        assertThat(echoing.solveOnlyWith(LensCatalog.BAYESIAN).events())
                .anyMatch(event -> event.startsWith("2 challenge"));
        assertThat(echoing.solve(MathConfig.off()).events()).noneMatch(event -> event.contains("challenge"));
    }

    @Test
    void anEchoThatSomebodyQuestionedIsNone() {
        LensSwarm.Line[] proposals = {proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8)};
        LensSwarm.Line[] votes = java.util.stream.Stream.of(SIX).map(agent -> agrees(agent, "A", 0.9 * USUAL))
                .toArray(LensSwarm.Line[]::new);

        assertThat(fed().round(proposals).round(votes).found())
                .allSatisfy(finding -> assertThat(finding.kind()).isEqualTo(Finding.Kind.PROVOKE)).hasSize(1);
        assertThat(fed().round(proposals).round(agrees("a", "B", 0.1)).round(votes).found()).isEmpty();
        assertThat(fed().round(proposals).round(doubts("b", "A", "why?")).round(votes).found()).isEmpty();
        assertThat(fed().round(proposals).intervene("A").round(votes).found()).isEmpty();
        assertThat(HandFed.of(LensCatalog.BAYESIAN, new LensThresholds(0.3, 0.05, 0.7, 0), BallotRule.APPROVAL, SIX)
                .round(proposals).round(votes).found()).isEmpty();
    }

    /** The table at {@link BayesianLens}: which numbers of usual voters of one mind are an echo. */
    @ParameterizedTest
    @CsvSource({"2, 1, 0", "3, 4, 5", "4, 4, 10", "5, 4, 20", "6, 4, 83", "7, 5, 100", "9, 5, 100"})
    void unanimityIsAnEchoWhileDependentVotersLeaveDoubt(int proposals, int first, int last) {
        for (int voters = 1; voters <= 100; voters++) {
            List<LensSwarm.Line> table = new ArrayList<>();
            for (int proposal = 0; proposal < proposals; proposal++) {
                table.add(proposes("0", "p" + proposal, 0.8));
            }
            List<LensSwarm.Line> votes = new ArrayList<>();
            for (int voter = 0; voter < voters; voter++) {
                votes.add(agrees(String.valueOf(voter), "p0", USUAL));
            }

            List<Finding> found = HandFed.of(LensCatalog.BAYESIAN, HandFed.agents(voters)).round(table).round(votes)
                    .found();

            assertThat(found).as("%d voters", voters).hasSize(voters >= first && voters <= last ? 1 : 0);
        }
    }

    @Test
    void oneVoteDecidesNothingHoweverHeavy() {
        HandFed<BayesianReading> fed = fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(HandFed.votes("c", "A", Stance.AGREE, 1e300, 1));

        assertThat(fed.found()).isEmpty();
        assertThat(fed.reading().posteriors().get("A")).isCloseTo(1, EXACT);
    }

    @Test
    void missesATieBreakerOnceATieHasLastedWithEnoughVoters() {
        HandFed<BayesianReading> fed = fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 0.8), agrees("b", "B", 0.8), agrees("c", "A", 0.8), agrees("d", "B", 0.8));

        assertThat(fed.found()).isEmpty();
        assertThat(fed.round(discovers("a", "x")).found()).isEmpty();
        assertThat(fed.round().found()).isEmpty();
        assertThat(fed.round(discovers("b", "y")).found()).singleElement()
                .isInstanceOfSatisfying(Finding.Gap.class, gap -> {
                    assertThat(gap.role()).isEqualTo("tie-breaker");
                    assertThat(gap.urgency()).isCloseTo(1, EXACT);
                });
        assertThat(fed.round(agrees("e", "A", 1)).found()).isEmpty();
    }

    @Test
    void proposalsThatNobodyVotedOnAreNoTie() {
        HandFed<BayesianReading> fed = fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        for (int i = 0; i < 5; i++) {
            assertThat(fed.round(discovers("a", "x"), abstains("b", "A")).found()).isEmpty();
        }
        assertThat(fed.reading().mapEstimate()).isEmpty();
        assertThat(fed.reading().headline()).isEqualTo(OptionalDouble.empty());
    }

    @Test
    void countsEachVoteOnce() { // 3.2
        HandFed<BayesianReading> fed = fed()
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", USUAL))
                .round().round(agrees("c", "A", USUAL)).round(agrees("c", "A", USUAL));

        double odds = Math.exp(VoteShare.GAIN);
        assertThat(fed.reading().posteriors().get("A")).isCloseTo(odds / (odds + 2), EXACT);
        assertThat(fed.reading().tempered().get("A")).isCloseTo(odds / (odds + 2), EXACT);
        assertThat(fed.reading().evidenceCount()).isEqualTo(1);
    }

    @Test
    void dependentVotersCountForLess() {
        BayesianReading reading = fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", USUAL), agrees("c", "A", USUAL), agrees("d", "A", USUAL)).reading();

        double effective = 3 / (1 + 2 * LensThresholds.defaults().dependence());
        double independent = Math.exp(3 * VoteShare.GAIN);
        double odds = Math.exp(effective * VoteShare.GAIN);
        assertThat(reading.posteriors().get("A")).isCloseTo(independent / (2 + independent), EXACT);
        assertThat(reading.tempered().get("A")).isCloseTo(odds / (2 + odds), EXACT);
        assertThat(reading.mapEstimate().orElseThrow().probability()).isCloseTo(odds / (2 + odds), EXACT);
        assertThat(reading.effectiveVoters()).isCloseTo(effective, EXACT);
    }

    @Test
    void aLateProposalJoinsOnEqualTerms() { // 3.3
        HandFed<BayesianReading> fed = fed().round(proposes("a", "A", 0.8)).round(proposes("b", "B", 0.8));

        assertThat(fed.reading().posteriors()).as("A, B, or none of them").hasSize(2)
                .allSatisfy((_, probability) -> assertThat(probability).isCloseTo(1.0 / 3, EXACT));
    }

    @Test
    void aSingleProposalIsNoEstimateAndMayBeRejected() { // 3.4
        HandFed<BayesianReading> fed = fed().round(proposes("a", "A", 0.8))
                .round(disagrees("b", "A", 1), disagrees("c", "A", 1), disagrees("d", "A", 1), disagrees("e", "A", 1));

        assertThat(fed.reading().mapEstimate()).isEmpty();
        double odds = Math.exp(-4 * AnswerBallot.OBJECTION * VoteShare.GAIN * VoteShare.worth(1));
        assertThat(fed.reading().posteriors().get("A")).isCloseTo(odds / (odds + 1), EXACT);
        assertThat(fed.found()).singleElement()
                .satisfies(gap -> assertThat(((Finding.Gap) gap).role()).isEqualTo("lateral-thinker"));
    }

    @Test
    void anAbstentionIsAbsence() { // 3.7
        LensSwarm.Line[] opening = {proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 0.8)};
        BayesianReading without = fed().round(opening).reading();
        BayesianReading with = fed().round(opening).round(abstains("d", "A"), abstains("e", "B")).reading();

        assertThat(with.posteriors()).isEqualTo(without.posteriors());
        assertThat(with.tempered()).isEqualTo(without.tempered());
        assertThat(with.effectiveVoters()).isEqualTo(without.effectiveVoters());
    }

    @Test
    void theOrderInARoundAndQuietRoundsChangeNothing() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(agrees("a", "A", 0.9), disagrees("b", "A", 0.31),
                agrees("c", "B", 0.77), agrees("d", "A", 0.123), disagrees("e", "B", 0.4)));
        HandFed<BayesianReading> straight = fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(votes);
        Collections.reverse(votes);
        HandFed<BayesianReading> reversed = fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(votes);

        assertThat(reversed.reading()).isEqualTo(straight.reading());
        assertThat(straight.reading()).isEqualTo(straight.reading());
        assertThat(reversed.round().round(discovers("a", "x")).reading()).isEqualTo(straight.reading());
    }

    @Test
    void ofManyProposalsTheLeadingOnesAreListed() {
        List<LensSwarm.Line> proposals = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            proposals.add(proposes("a", "p, " + i, 0.5));
        }
        HandFed<BayesianReading> fed = fed().round(proposals).round(agrees("b", "p, 249", 1));

        assertThat(fed.reading().posteriors()).hasSize(BayesianLens.LISTED).containsKeys("p, 0", "p, 249")
                .doesNotContainKey("p, 248");
        assertThat(fed.reading().leftOut()).isEqualTo(50);
        assertThat(fed.reading().mapEstimate().orElseThrow().proposalId()).isEqualTo("p, 249");
    }

    @Test
    void saysNothingWithoutAProposal() {
        assertThat(HandFed.of(LensCatalog.BAYESIAN).round().maybe()).isEqualTo(Optional.empty());
        assertThat(fed().round(agrees("a", "nothing", 1), discovers("b", "x")).maybe()).isEmpty();
    }

    @Test
    void writesAbsentEstimatesAsNull() {
        Map<String, JsonValue> figures = fed().round(proposes("a", "A", 0.8)).reading().figures();

        assertThat(figures).containsEntry("mapEstimate", JsonValue.ofNull()).containsKeys("posteriors", "tempered",
                "evidenceCount", "effectiveVoters");
    }

    private static HandFed<BayesianReading> fed() {
        return HandFed.of(LensCatalog.BAYESIAN, SIX);
    }
}
