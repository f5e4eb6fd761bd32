package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.waggle.math.information.Divergence;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.OrderedFeed;
import dev.waggle.swarm.lens.runner.VoteShare;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class KlTrackerLensTest {

    private static final LensSwarm.Line[] OVERRUN = {agrees("a", "A", 0.8), agrees("b", "A", 0.8),
        agrees("c", "A", 0.8), agrees("d", "A", 0.8), agrees("e", "B", 0.9)};

    /** Four agents for A, one for B, and no word about it. */
    private final LensSwarm overrun = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("e", "B", 0.8)).round(OVERRUN).round(discovers("a", "a thing"));

    /** The same votes, but the one agent says why. */
    private final LensSwarm contested = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("e", "B", 0.8), challenges("e", "A", "it leaks"))
            .round(OVERRUN).round(discovers("a", "a thing"));

    @Test
    void provokesAgainstALeaderThatNobodyChallenged() {
        LensSwarm.Outcome with = overrun.solve();

        assertThat(with.findingsOf(LensCatalog.KL_TRACKER)).anyMatch(found -> found instanceof Finding.Provoke provoke
                && "A".equals(provoke.proposalId()) && provoke.explanation().startsWith("e voted otherwise"));
        assertThat(overrun.solveWithout(LensCatalog.KL_TRACKER).events()).isNotEqualTo(with.events());
        assertThat(overrun.solveOnlyWith(LensCatalog.KL_TRACKER).events())
                .anyMatch(event -> event.contains("challenge"));
    }

    @Test
    void changesNothingWhereTheMinorityWasHeard() {
        assertThat(contested.solve().events()).isEqualTo(contested.solveWithout(LensCatalog.KL_TRACKER).events());
        assertThat(contested.solve().findingsOf(LensCatalog.KL_TRACKER)).isEmpty();
    }

    @Test
    void asksOnceAndThenTheChallengeIsUnderWay() {
        OrderedFeed<KlTrackerLens.DivergenceReading> lens = listening()
                .round(proposes("a", "A", 0.8), proposes("e", "B", 0.8)).round(OVERRUN);
        assertThat(lens.findings()).hasSize(1);

        assertThat(lens.roundAfterChallenge("A", agrees("a", "A", 0.85)).findings()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 0.8), proposes("e", "B", 0.8), doubts("b", "A", "hm"))
                .round(OVERRUN).findings()).isEmpty();
    }

    @Test
    void connectsWhoStaysFarForThreeRoundsWithNews() {
        OrderedFeed<KlTrackerLens.DivergenceReading> lens = listening()
                .round(proposes("a", "A", 0.8), proposes("e", "B", 0.8), challenges("e", "A", "it leaks"))
                .round(OVERRUN).round(agrees("a", "A", 0.85)).round().round(discovers("b", "thing"));
        assertThat(lens.findings()).isEmpty();

        lens.round(agrees("b", "A", 0.85));

        assertThat(lens.findings()).singleElement().isInstanceOfSatisfying(Finding.Rewire.class, rewire -> {
            assertThat(rewire.change()).isEqualTo(Finding.Rewire.Change.CONNECT);
            assertThat(rewire.agents()).containsExactly("e");
        });
    }

    @Test
    void leavesOpenDebatesAndTwoCampsAlone() {
        assertThat(listening().round(proposes("a", "A", 0.8), proposes("e", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1), agrees("d", "B", 1),
                        agrees("e", "B", 1))
                .findings()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 0.8), proposes("e", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("e", "B", 1)).findings()).isEmpty();
    }

    @Test
    void measuresStatedBeliefsAgainstTheGroup() {
        KlTrackerLens.DivergenceReading reading = listening().round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(agrees("c", "A", 0.5), agrees("d", "B", 0.5)).reading();

        double share = 1.49 / 2; // (1 + 0.98 / 2) : (1 - 0.98 / 2)
        double expected = Divergence.kullbackLeibler(new double[] {share, 1 - share}, new double[] {1, 1});
        assertThat(reading.divergences()).containsOnlyKeys("c", "d");
        assertThat(reading.meanDivergence()).isCloseTo(expected, within(1e-12));
        assertThat(reading.meanPairwiseJSD()).isCloseTo(
                Divergence.jensenShannon(new double[] {share, 1 - share}, new double[] {1 - share, share}),
                within(1e-12));
        assertThat(reading.sampled()).isEmpty();
    }

    @Test
    void whoBelievesWhatTheGroupExcludesIsFarAway() {
        // Of dependent voters none excludes a proposal, however heavy: their evidence has a bound.
        assertThat(listening().round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(heavy("a", "A"), heavy("b", "A"), heavy("c", "A"), heavy("d", "A"), agrees("e", "B", 1))
                .reading()).satisfies(bounded -> {
                    assertThat(bounded.outliers()).containsExactly("e");
                    assertThat(bounded.meanDivergence()).isFinite();
                });
        KlTrackerLens.DivergenceReading reading = HandFed.of(LensCatalog.KL_TRACKER,
                new LensThresholds(0.3, 0.05, 0.7, 0), BallotRule.APPROVAL, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(heavy("a", "A"), heavy("b", "A"), heavy("c", "A"), heavy("d", "A"), agrees("e", "B", 1))
                .reading();

        assertThat(reading.divergences()).containsEntry("e", Double.POSITIVE_INFINITY);
        assertThat(reading.outliers()).contains("e");
        assertThat(reading.meanDivergence()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void aNewProposalIsNotDriftZero() {
        OrderedFeed<KlTrackerLens.DivergenceReading> lens = listening()
                .round(proposes("a", "A", 0.5), proposes("b", "B", 0.5)).round(agrees("c", "A", 1));
        assertThat(lens.reading().consensusDrift().orElseThrow()).isCloseTo(VoteShare.surprise(1), within(1e-12));

        KlTrackerLens.DivergenceReading reading = lens.round(proposes("d", "D", 0.5)).reading();

        assertThat(reading.consensusDrift()).hasValue(Double.POSITIVE_INFINITY);
        assertThat(reading.driftTrend()).isEmpty();
        assertThat(reading.figures()).containsEntry("consensusDrift", JsonValue.of("Infinity"));
    }

    @Test
    void aQuietRoundChangesNothing() {
        OrderedFeed<KlTrackerLens.DivergenceReading> lens = listening()
                .round(proposes("a", "A", 0.8), proposes("e", "B", 0.8)).round(OVERRUN);
        KlTrackerLens.DivergenceReading before = lens.reading();

        lens.round(discovers("a", "thing"), agrees("a", "A", 0.8)).round();

        assertThat(lens.reading()).isEqualTo(before);
        assertThat(lens.findings()).isEmpty();
    }

    @Test
    void theOrderOfARoundDoesNotMatter() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(OVERRUN));
        KlTrackerLens.DivergenceReading inOrder = read(votes);
        for (int seed = 0; seed < 10; seed++) {
            Collections.shuffle(votes, new Random(seed));

            assertThat(read(votes)).isEqualTo(inOrder);
        }
    }

    @Test
    void saysWhenThePairsAreASample() {
        LensSwarm.Line[] votes = new LensSwarm.Line[300];
        for (int i = 0; i < votes.length; i++) {
            votes[i] = i % 3 == 0 ? agrees("x" + i, "B", 0.5) : agrees("x" + i, "A", 0.5);
        }
        OrderedFeed<KlTrackerLens.DivergenceReading> lens = listening()
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(votes);

        assertThat(lens.reading().sampled()).hasValue(200);
        assertThat(lens.reading()).isEqualTo(lens.reading());
    }

    @Test
    void seesNothingBeforeTwoStatedABelief() {
        assertThat(listening().round().ifAny()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 0.8)).round(agrees("b", "A", 1)).ifAny()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 0.8), proposes("a", "B", 0), abstains("c", "A")).ifAny())
                .isEmpty();
    }

    private static LensSwarm.Line heavy(String agent, String proposal) {
        return says(agent, Draft.of(new Payload.Vote(proposal, Stance.AGREE, null, 1e300), 1));
    }

    private static KlTrackerLens.DivergenceReading read(List<LensSwarm.Line> votes) {
        return listening().round(proposes("a", "A", 0.8), proposes("e", "B", 0.8))
                .round(votes.toArray(LensSwarm.Line[]::new)).reading();
    }

    private static OrderedFeed<KlTrackerLens.DivergenceReading> listening() {
        return new OrderedFeed<>(LensCatalog.KL_TRACKER, "a", "b", "c", "d", "e");
    }
}
