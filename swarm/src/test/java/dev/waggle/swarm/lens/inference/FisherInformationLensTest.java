package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.data.PosteriorKind;
import dev.waggle.swarm.lens.inference.FisherInformationLens.Advice;
import dev.waggle.swarm.lens.inference.FisherInformationLens.FisherReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

public class FisherInformationLensTest {

    private static final String[] TWELVE = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    /** Twelve agents, two in three for A, that then repeat it, a little more or less surely. */
    public final LensSwarm settled = new LensSwarm(TWELVE)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(votes(0.8, 8)).round(votes(0.7, 8)).round(votes(0.75, 8)).round(discovers("a", "x"));

    /** Three votes, and nine agents that have not voted yet. */
    private final LensSwarm young = new LensSwarm(TWELVE)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("c", "A", 1), agrees("d", "A", 1)).round(agrees("e", "A", 0.9)).round(agrees("c", "A", 0.9));

    @Test
    void stopsWhenOneMoreVoteTeachesNextToNothing() {
        LensSwarm.Outcome with = settled.solveOnlyWith(LensCatalog.FISHER_INFORMATION);

        assertThat(with.events()).contains("ending learning-stalled").anyMatch(event -> event.startsWith("4 lens:f"));
        assertThat(settled.solve(MathConfig.off()).events()).contains("ending max-rounds");
        assertThat(settled.solve(MathConfig.watching()).events())
                .isNotEqualTo(settled.solve(MathConfig.watching().without(LensCatalog.FISHER_INFORMATION)).events());
    }

    @Test
    void changesNothingWhileMostHaveNotVoted() {
        assertThat(young.solve().events()).isEqualTo(young.solveWithout(LensCatalog.FISHER_INFORMATION).events());
        assertThat(young.solve(MathConfig.watching()).findingsOf(LensCatalog.FISHER_INFORMATION)).isEmpty();
    }

    @Test
    void certaintyOfFewIsNoStall() { // 4.3: success misread
        HandFed<FisherReading> fed = HandFed.of(LensCatalog.FISHER_INFORMATION, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        for (double confidence = 1; confidence > 0.5; confidence -= 0.1) {
            for (String agent : List.of("a", "b", "c", "d", "e")) {
                assertThat(fed.round(agrees(agent, "A", confidence), disagrees(agent, "B", confidence)).found())
                        .isEmpty();
            }
        }
        assertThat(fed.reading().learningStalled()).isFalse();
        assertThat(fed.reading().recommendation()).isEqualTo(Advice.CONTINUE);
    }

    @Test
    void aTieIsNotSettledByMoreOfTheSame() {
        HandFed<FisherReading> fed = opened().round(votes(0.8, 6)).round(votes(0.7, 6)).round(votes(0.75, 6));

        assertThat(fed.found()).isEmpty();
        assertThat(fed.reading().recommendation()).isEqualTo(Advice.ADD_EXPLORATION);
        assertThat(fed.reading().leader()).isEmpty();
    }

    @Test
    void diversityIsMissingWhereNearlyAllSayTheSame() {
        assertThat(opened().round(votes(0.8, 12)).reading().recommendation()).isEqualTo(Advice.DIVERSIFY_AGENTS);
        assertThat(opened().round(votes(0.8, 0)).reading().recommendation()).isEqualTo(Advice.DIVERSIFY_AGENTS);
        for (int votesForA = 2; votesForA <= 10; votesForA++) { // Ahead by little, they are an exploration.
            assertThat(opened().round(votes(0.8, votesForA)).reading().recommendation()).as("%d", votesForA)
                    .isIn(Advice.CONTINUE, Advice.ADD_EXPLORATION);
        }
        HandFed<FisherReading> few = opened();
        for (String agent : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i")) {
            assertThat(few.round(agrees(agent, "A", 0.8)).reading().recommendation()).isNotEqualTo(
                    Advice.DIVERSIFY_AGENTS);
        }
    }

    @Test
    void earlierRunsAskForDiversityByTheNumberOfVoters() {
        HandFed<FisherReading> fed = HandFed
                .of(LensCatalog.FISHER_INFORMATION, LensThresholds.defaults(), PosteriorKind.BY_PROPOSAL,
                        BallotRule.APPROVAL, TWELVE)
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(votes(0.8, 9));

        assertThat(fed.reading().recommendation()).isEqualTo(Advice.DIVERSIFY_AGENTS);
    }

    @Test
    void opinionsThatMoveAreNotStalled() {
        HandFed<FisherReading> fed = HandFed
                .of(LensCatalog.FISHER_INFORMATION, LensThresholds.defaults(), BallotRule.EXCLUSIVE,
                        TWELVE)
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
        for (int votesForA : new int[] {8, 12, 7, 11, 8}) {
            assertThat(fed.round(votes(0.8, votesForA)).found()).isEmpty();
        }
        assertThat(fed.round(votes(0.8, 8)).found()).isEmpty(); // Said again: nothing new.
        assertThat(fed.reading().agreements()).isEqualTo(12);
    }

    @Test
    void whatOneMoreVoteTeachesHasAClosedForm() {
        FisherReading none = opened().reading();
        FisherReading four = opened()
                .round(agrees("a", "A", 1), agrees("b", "B", 1), agrees("c", "A", 0.2), agrees("d", "B", 1)).reading();

        // Pseudo counts 1/2, 1/2: digamma(3/2) = 2 - gamma - 2 ln 2 and digamma(2) = 1 - gamma.
        assertThat(none.expectedGain()).isCloseTo((1 - Math.log(2)) / Math.log(2), EXACT);
        assertThat(none.open()).isCloseTo(1, EXACT);
        assertThat(none.information()).isEmpty();
        // Pseudo counts 5/2, 5/2: digamma(7/2) = 46/15 - gamma - 2 ln 2, digamma(6) = 137/60 - gamma.
        assertThat(four.expectedGain())
                .isCloseTo((46.0 / 15 - 137.0 / 60 - Math.log(2)) / Math.log(2), EXACT);
        assertThat(four.leaderShare()).isCloseTo(0.5, EXACT);
        assertThat(four.leaderVariance()).isCloseTo(0.25 / 6, EXACT);
        assertThat(four.information().orElseThrow()).isCloseTo(16, EXACT);
        assertThat(four.cramerRaoBound().orElseThrow()).isCloseTo(1.0 / 16, EXACT);
        assertThat(four.overallEfficiency()).isCloseTo(1 / (1 + 3 * LensThresholds.defaults().dependence()), EXACT);
    }

    @Test
    void theEfficiencyIsNoFunctionOfTheProbabilityAlone() { // 4.3: 12 theta (1 - theta)
        FisherReading few = opened().round(agrees("a", "A", 1), agrees("b", "B", 1)).reading();
        FisherReading many = opened().round(votes(1, 6)).reading();

        assertThat(few.leaderShare()).isEqualTo(many.leaderShare());
        assertThat(few.overallEfficiency()).isGreaterThan(many.overallEfficiency());
        assertThat(few.expectedGain()).isGreaterThan(3 * many.expectedGain());
    }

    @Test
    void aChangedBallotWithdrawsTheEarlier() {
        FisherReading direct = opened().round(agrees("a", "A", 1), agrees("b", "A", 1)).reading();
        FisherReading changed = opened().round(agrees("a", "B", 1), agrees("b", "A", 1))
                .round(disagrees("a", "B", 1), agrees("a", "A", 1)).reading();

        assertThat(changed.expectedGain()).isEqualTo(direct.expectedGain());
        assertThat(changed.agreements()).isEqualTo(2);
        assertThat(changed.history()).hasSize(2);
    }

    @Test
    void theOrderInARoundAndQuietRoundsChangeNothing() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(votes(0.8, 8)));
        HandFed<FisherReading> straight = opened().round(votes);
        Collections.reverse(votes);
        HandFed<FisherReading> reversed = opened().round(votes);

        assertThat(reversed.reading()).isEqualTo(straight.reading());
        assertThat(reversed.round().round(discovers("a", "x"), agrees("a", "A", 0.8)).reading())
                .isEqualTo(straight.reading());
        assertThat(reversed.found()).isEmpty();
    }

    @Test
    void whoAgreesWithSeveralHasOneVoice() {
        HandFed<FisherReading> fed = HandFed.of(LensCatalog.FISHER_INFORMATION, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8));
        for (double confidence : new double[] {0.9, 0.8, 0.7, 0.6}) {
            for (String agent : List.of("a", "b", "c", "d", "e")) {
                assertThat(fed.round(agrees(agent, "A", confidence), agrees(agent, "B", confidence),
                        agrees(agent, "C", agent.equals("a") ? confidence : 0)).found()).isEmpty();
            }
        }
        assertThat(fed.reading().agreements()).isEqualTo(11);
        assertThat(fed.reading().information().orElseThrow()).isCloseTo(
                5 / (fed.reading().leaderShare() * (1 - fed.reading().leaderShare())), EXACT);
    }

    @Test
    void abstentionsAndVotesWithoutWeightAreAbsence() {
        FisherReading without = opened().round(agrees("a", "A", 1)).reading();
        FisherReading with = opened().round(agrees("a", "A", 1), abstains("b", "A"), agrees("c", "B", 0),
                HandFed.votes("d", "B", Stance.AGREE, 0, 1)).reading();

        assertThat(with).isEqualTo(without);
    }

    @Test
    void oneVoteIsOneVoteHoweverHeavy() {
        FisherReading plain = opened().round(agrees("a", "A", 1)).reading();

        assertThat(opened().round(HandFed.votes("a", "A", Stance.AGREE, 1e300, 1)).reading()).isEqualTo(plain);
    }

    @Test
    void saysNothingBeforeThereIsAChoice() {
        assertThat(HandFed.of(LensCatalog.FISHER_INFORMATION).round().maybe()).isEmpty();
        HandFed<FisherReading> one = HandFed.of(LensCatalog.FISHER_INFORMATION, TWELVE).round(proposes("a", "A", 0.8));
        for (double confidence : new double[] {0.9, 0.8, 0.7, 0.6}) {
            assertThat(one.round(votes(confidence, 12)).found()).isEmpty();
        }
        assertThat(one.maybe()).isEmpty();
    }

    private static HandFed<FisherReading> opened() {
        return HandFed.of(LensCatalog.FISHER_INFORMATION, TWELVE)
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
    }

    /**
     * Votes of all twelve agents, the first so many for A and the others for B. Besides, the last is against A, the
     * first against B.
     */
    private static LensSwarm.Line[] votes(double confidence, int forA) {
        LensSwarm.Line[] lines = new LensSwarm.Line[TWELVE.length + 2];
        for (int i = 0; i < TWELVE.length; i++) {
            lines[i] = agrees(TWELVE[i], i < forA ? "A" : "B", confidence);
        }
        lines[TWELVE.length] = disagrees("l", "A", forA < TWELVE.length ? confidence : 0);
        lines[TWELVE.length + 1] = disagrees("a", "B", confidence);
        return lines;
    }
}
