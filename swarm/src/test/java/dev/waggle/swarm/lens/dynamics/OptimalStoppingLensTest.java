package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.math.dynamics.stopping.Cusum;
import dev.waggle.math.dynamics.stopping.SecretaryProblem;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.OptimalStoppingLens.LeaderVerdict;
import dev.waggle.swarm.lens.dynamics.OptimalStoppingLens.OptimalStoppingReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

public class OptimalStoppingLensTest {

    private static final String[] FIVE = {"a", "b", "c", "d", "e"};
    private static final Offset<Double> EXACT = Offset.offset(1e-12);

    /** All but one agent are for A, and then repeat it, a little more or less surely. */
    public final LensSwarm drained = new LensSwarm(FIVE)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), disagrees("b", "A", 0.1))
            .round(votes(1)).round(votes(0.98)).round(votes(0.99)).round(discovers("a", "x"));

    /** Two proposals were examined; then a third comes, and the agents that try it agree. */
    public final LensSwarm latecomer = new LensSwarm("a", "b", "c", "d", "e", "f", "g")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 0.6), disagrees("d", "A", 0.5),
                    agrees("d", "B", 0.5), disagrees("c", "B", 0.5))
            .round(proposes("a", "C", 0.9), agrees("a", "C", 1), agrees("c", "C", 1), agrees("d", "C", 1),
                    agrees("e", "C", 1), agrees("f", "C", 1), agrees("g", "C", 1), disagrees("b", "C", 0.1))
            .round(discovers("a", "x"));

    /** Three proposals at the start and votes as they come. */
    private final LensSwarm ordinary = new LensSwarm(FIVE)
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8))
            .round(agrees("d", "C", 0.8), agrees("e", "A", 0.7)).round(agrees("a", "C", 0.9), agrees("b", "B", 0.8))
            .round(agrees("c", "C", 0.9));

    @Test
    void stopsWhenRoundsOfVotesNoLongerBringAnything() {
        LensSwarm.Outcome with = drained.solveOnlyWith(LensCatalog.OPTIMAL_STOPPING);

        assertThat(with.events()).contains("ending cusum-change-detected");
        assertThat(with.result().timing().roundsUsed()).isEqualTo(4);
        assertThat(drained.solve(MathConfig.off()).events()).contains("ending max-rounds");
    }

    @Test
    void stopsAtALateProposalThatBeatsAllThatWereLookedAt() {
        LensSwarm.Outcome with = latecomer.solve();

        assertThat(with.findingsOf(LensCatalog.OPTIMAL_STOPPING)).first().isInstanceOfSatisfying(Finding.Settle.class,
                settle -> assertThat(settle.reason()).isEqualTo(MathStopReason.SECRETARY_THRESHOLD));
        assertThat(with.events()).anyMatch(event -> event.startsWith("2 lens:f") && event.contains("optimal-stopping"));
        assertThat(latecomer.solveWithout(LensCatalog.OPTIMAL_STOPPING).events()).isNotEqualTo(with.events());
        assertThat(latecomer.solveOnlyWith(LensCatalog.OPTIMAL_STOPPING).events())
                .contains("ending secretary-threshold");
    }

    @Test
    void changesNothingInAnOrdinaryDebate() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.OPTIMAL_STOPPING).events());
        assertThat(ordinary.solve(MathConfig.watching()).findingsOf(LensCatalog.OPTIMAL_STOPPING)).isEmpty();
    }

    @Test
    void aRisingPosteriorIsNoSequenceOfCandidates() { // 4.11: the first rise after 37 % of the rounds stopped
        HandFed<OptimalStoppingReading> fed = opened();
        for (int i = 0; i < FIVE.length; i++) {
            for (Finding finding : fed.round(agrees(FIVE[i], "A", 1), disagrees(FIVE[i], "B", 1)).found()) {
                assertThat(((Finding.Settle) finding).reason()).isNotEqualTo(MathStopReason.SECRETARY_THRESHOLD);
            }
        }
        assertThat(fed.reading().newBest()).isEmpty();
    }

    @Test
    void theOrderOfProposalsInARoundIsNoOrderOfCandidates() {
        HandFed<OptimalStoppingReading> fed = HandFed.of(LensCatalog.OPTIMAL_STOPPING, FIVE).round(
                proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8), agrees("a", "A", 0.5),
                agrees("b", "B", 0.5));

        assertThat(fed.round(agrees("d", "C", 1), agrees("e", "C", 1), agrees("a", "C", 1), agrees("b", "C", 1))
                .found()).isEmpty();
    }

    @Test
    void aLateProposalWithoutSupportOrWithObjectionsIsNotTaken() {
        LensSwarm.Line[] first = {proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 0.6),
            agrees("d", "B", 0.5)};

        assertThat(fed().round(first).round(proposes("e", "C", 0.9), agrees("e", "C", 1), agrees("a", "C", 1))
                .found()).isEmpty();
        assertThat(fed().round(first).round(proposes("e", "C", 0.9), agrees("e", "C", 1), agrees("a", "C", 1),
                agrees("c", "C", 1), disagrees("b", "C", 0.5)).found()).isEmpty();
        assertThat(fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)) // No agent examined A or B.
                .round(proposes("e", "C", 0.9), agrees("e", "C", 1), agrees("a", "C", 1), agrees("c", "C", 1))
                .found()).isEmpty();
    }

    @Test
    void theAlarmEndsWhenARoundBringsEnoughAgain() { // 4.11: latched for good
        HandFed<OptimalStoppingReading> fed = opened().round(votes(1)).round(votes(0.98)).round(votes(0.99));
        assertThat(fed.reading().changeDetected()).isTrue();
        assertThat(fed.found()).hasSize(1);

        fed.round(disagrees("a", "A", 1), disagrees("c", "A", 1), disagrees("d", "A", 1), agrees("a", "B", 1));
        assertThat(fed.reading().changeDetected()).isFalse();
        assertThat(fed.found()).isEmpty();
    }

    @Test
    void addsUpTheShortfallOfInformation() {
        HandFed<OptimalStoppingReading> fed = opened().round(agrees("c", "A", 0.3));
        double gain = VoteShare.surprise(0.3);

        assertThat(fed.reading().lastGain().orElseThrow()).isCloseTo(gain, EXACT);
        assertThat(fed.reading().cusumStatistic()).isCloseTo(0.1 - gain, EXACT);
    }

    @Test
    void falseAlarmsAreRareAndRealOnesQuick() {
        assertThat(meanRounds(OptimalStoppingLens.ALIVE)).isBetween(80.0, 110.0);
        assertThat(meanRounds(0)).isBetween(1.0, 3.0);
    }

    /** Mean number of rounds until the alarm, for normal gains of that mean with the target as deviation. */
    private static double meanRounds(double meanGain) {
        int debates = 4_000;
        double mean = 0;
        for (int seed = 0; seed < debates; seed++) {
            Random chance = new Random(seed);
            Cusum chart = Cusum.of(OptimalStoppingLens.TARGET, OptimalStoppingLens.THRESHOLD);
            while (!chart.alarmed()) {
                chart = chart.next(meanGain + OptimalStoppingLens.TARGET * chance.nextGaussian());
            }
            mean += (double) chart.observations() / debates;
        }
        return mean;
    }

    @Test
    void aDebateThatNeverBroughtAnythingHasNotDropped() {
        HandFed<OptimalStoppingReading> fed = opened();
        for (int round = 0; round < 8; round++) {
            for (Finding finding : fed.round(agrees(FIVE[round % 5], "A", 0.1 + 0.01 * round)).found()) {
                assertThat(finding).isNull();
            }
        }
        assertThat(fed.reading().changeDetected()).isTrue();
    }

    @Test
    void theCutoffIsTheOptimalOne() { // 4.11: floor(T / e) is not
        HandFed<OptimalStoppingReading> fed = fed();
        fed.round(IntStream.range(0, 5).mapToObj(i -> proposes("a", "p" + i, 0.5)).toList());

        assertThat(fed.reading().expectedProposals()).isEqualTo(5);
        assertThat(fed.reading().cutoff()).isEqualTo(SecretaryProblem.optimal(5).cutoffs()[0]).isEqualTo(2);
        assertThat(fed.reading().explorationComplete()).isFalse();
        fed.round(agrees("b", "p0", 1), agrees("c", "p1", 1));
        assertThat(fed.reading().explorationComplete()).isTrue();
        fed.round(proposes("b", "late", 0.5)); // One in two rounds, and seven to come.
        assertThat(fed.reading().expectedProposals()).isEqualTo(10);
    }

    @Test
    void testsTheLeaderByTheVotesOnIt() {
        HandFed<OptimalStoppingReading> fed = opened().round(agrees("a", "A", 1), agrees("c", "A", 1));
        OptimalStoppingLens.LeaderTest early = fed.reading().leaderTest().orElseThrow();
        OptimalStoppingLens.LeaderTest later = fed.round(agrees("d", "A", 1)).reading().leaderTest().orElseThrow();

        assertThat(early.verdict()).isEqualTo(LeaderVerdict.UNDECIDED);
        assertThat(early.logLikelihoodRatio()).isCloseTo(2 * Math.log(1.6), EXACT);
        assertThat(later.verdict()).isEqualTo(LeaderVerdict.ACCEPTED);
        assertThat(later.upperBound()).isCloseTo(Math.log(4), EXACT);
        assertThat(opened().reading().leaderTest()).isEmpty();
    }

    @Test
    void theOrderInARoundAndQuietRoundsChangeNothing() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(votes(0.7)));
        HandFed<OptimalStoppingReading> straight = opened().round(votes);
        Collections.reverse(votes);
        HandFed<OptimalStoppingReading> reversed = opened().round(votes);

        assertThat(reversed.reading()).isEqualTo(straight.reading());
        for (int i = 0; i < 5; i++) {
            assertThat(reversed.round(discovers("a", "x"), abstains("b", "A"), agrees("a", "A", 0.7)).found())
                    .isEmpty();
        }
        assertThat(reversed.reading().cusumStatistic()).isEqualTo(straight.reading().cusumStatistic());
        assertThat(reversed.round().reading()).isEqualTo(reversed.reading());
    }

    @Test
    void saysNothingBeforeThereIsAProposal() {
        assertThat(HandFed.of(LensCatalog.OPTIMAL_STOPPING).round().maybe()).isEmpty();
        HandFed<OptimalStoppingReading> one = fed().round(proposes("a", "A", 0.8)).round(votes(1)).round(votes(0.9))
                .round(votes(0.8));
        assertThat(one.found()).isEmpty();
        assertThat(one.reading().leaderTest()).isEmpty();
        assertThat(one.reading().lastGain()).isEmpty();
    }

    private static HandFed<OptimalStoppingReading> fed() {
        return HandFed.of(LensCatalog.OPTIMAL_STOPPING, FIVE);
    }

    private static HandFed<OptimalStoppingReading> opened() {
        return fed().round(proposes("a", "A", 0.8), proposes("b", "B", 0.8));
    }

    /** All for A and two of them against B, with that confidence. */
    private static LensSwarm.Line[] votes(double confidence) {
        return new LensSwarm.Line[] {agrees("a", "A", confidence), agrees("c", "A", confidence),
            agrees("d", "A", confidence), agrees("e", "A", confidence), disagrees("c", "B", confidence),
            disagrees("d", "B", confidence)};
    }
}
