package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.OrderedFeed;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static dev.waggle.swarm.lens.runner.LensSwarm.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ProjectionConsensusLensTest {

    /** B has two sure supporters, A has more that are unsure, C gets no vote of an agent that supports another. */
    private static final LensSwarm.Line[] SPLIT = {agrees("a", "B", 1), agrees("b", "B", 1), agrees("c", "A", 0.55),
        agrees("d", "A", 0.55), disagrees("d", "C", 0.1), agrees("e", "A", 0.55), agrees("f", "A", 0.55)};

    private final LensSwarm split = new LensSwarm("a", "b", "c", "d", "e", "f")
            .round(proposes("a", "B", 0.8), proposes("d", "A", 0.3), proposes("e", "C", 0.2)).round(SPLIT);

    /** Votes and beliefs favour the same proposal. */
    private final LensSwarm agreed = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("a", "A", 0.8), agrees("b", "B", 0.8), agrees("c", "A", 0.8))
            .round(discovers("c", "one more thing"));

    @Test
    void missesALateralThinkerWhereVotesAndBeliefsFavourDifferentProposals() {
        LensSwarm.Outcome with = split.solve();

        assertThat(with.findingsOf(LensCatalog.PROJECTION_CONSENSUS)).singleElement()
                .isInstanceOfSatisfying(Finding.Gap.class, gap -> {
                    assertThat(gap.role()).isEqualTo("lateral-thinker");
                    assertThat(gap.urgency()).isEqualTo(0.7);
                    assertThat(gap.explanation()).startsWith("votes favour A, the mean belief B");
                });
        assertThat(with.events()).anyMatch(event -> event.contains("lens:finding") && event.contains("lateral"));
        assertThat(split.solveWithout(LensCatalog.PROJECTION_CONSENSUS).events()).isNotEqualTo(with.events());
    }

    @Test
    void changesNothingWhereVotesAndBeliefsGoTheSameWay() {
        assertThat(agreed.solve().events()).isEqualTo(agreed.solveWithout(LensCatalog.PROJECTION_CONSENSUS).events());
        assertThat(agreed.solve().findingsOf(LensCatalog.PROJECTION_CONSENSUS)).isEmpty();
    }

    @Test
    void isTheWeightedMeanOfStatedBeliefs() {
        ProjectionConsensusLens.ProjectionReading reading = listening()
                .round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(agrees("a", "A", 1), agrees("b", "B", 0.5), abstains("c", "A")).reading();

        double a = 0.99;
        double b = 1 - 1.49 / 2;
        double mean = (a + 0.5 * b) / 1.5;
        double residual = 2 * (a - mean) * (a - mean) + 0.5 * 2 * (b - mean) * (b - mean);
        assertThat(reading.believers()).isEqualTo(2);
        assertThat(reading.consensus().get("A")).isCloseTo(mean, within(1e-12));
        assertThat(reading.consensus().get("B")).isCloseTo(1 - mean, within(1e-12));
        assertThat(reading.totalResidual()).isCloseTo(residual, within(1e-12));
        assertThat(reading.meanResidual()).isCloseTo(residual / 2, within(1e-12));
        assertThat(reading.weightedMeanSquare()).isCloseTo(residual / 1.5, within(1e-12));
        assertThat(reading.tight()).isFalse();
        assertThat(reading.leader()).contains("A");
        assertThat(reading.figures()).containsKeys("consensus", "totalResidual", "meanResidual", "tight");
    }

    @Test
    void whoIsUnsureOfEverythingStillAgreesTightly() {
        // Weights near 0 would make any residual small, large ones any residual large.
        assertThat(listening().round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(vote("a", "A", 1e300, 0.01), vote("b", "B", 1e300, 0.01)).reading().tight()).isTrue();
        assertThat(listening().round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(agrees("a", "A", 1), agrees("b", "A", 1)).reading().tight()).isTrue();
        assertThat(listening().round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(agrees("a", "A", 0.4), agrees("b", "B", 0.4)).reading().tight()).isFalse();
    }

    @Test
    void aProposalCountsUntilItsAuthorVotesOnIt() {
        OrderedFeed<ProjectionConsensusLens.ProjectionReading> lens = listening()
                .round(proposes("a", "A", 0.6), proposes("b", "B", 0.6));
        assertThat(lens.reading().totalResidual()).isGreaterThan(0);
        assertThat(lens.reading().leader()).isEmpty();

        assertThat(lens.round(agrees("b", "B", 1)).reading().leader()).contains("B");
    }

    @Test
    void aQuietRoundChangesNothing() {
        OrderedFeed<ProjectionConsensusLens.ProjectionReading> lens = listening()
                .round(proposes("a", "B", 0.8), proposes("d", "A", 0.3), proposes("e", "C", 0.2)).round(SPLIT);
        assertThat(lens.findings()).hasSize(1);
        ProjectionConsensusLens.ProjectionReading before = lens.reading();

        assertThat(lens.round().round(discovers("a", "thing")).findings()).isEmpty();
        assertThat(lens.reading()).isEqualTo(before);
    }

    @Test
    void theOrderOfARoundDoesNotMatter() {
        List<LensSwarm.Line> votes = new ArrayList<>(List.of(SPLIT));
        double inOrder = read(votes).weightedMeanSquare();
        for (int seed = 0; seed < 10; seed++) {
            Collections.shuffle(votes, new Random(seed));

            assertThat(read(votes).weightedMeanSquare()).isCloseTo(inOrder, within(1e-12));
        }
    }

    @Test
    void seesNothingBeforeTwoStatedABelief() {
        assertThat(listening().round().ifAny()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 0.8)).round(agrees("b", "A", 1)).ifAny()).isEmpty();
        assertThat(listening().round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(agrees("a", "A", 0), abstains("b", "A")).ifAny()).isEmpty();
    }

    private static LensSwarm.Line vote(String agent, String proposal, double weight, double confidence) {
        return says(agent, Draft.of(new Payload.Vote(proposal, Stance.AGREE, null, weight), confidence));
    }

    private static ProjectionConsensusLens.ProjectionReading read(List<LensSwarm.Line> votes) {
        return listening().round(proposes("a", "B", 0.8), proposes("d", "A", 0.3), proposes("e", "C", 0.2))
                .round(votes.toArray(LensSwarm.Line[]::new)).reading();
    }

    private static OrderedFeed<ProjectionConsensusLens.ProjectionReading> listening() {
        return new OrderedFeed<>(LensCatalog.PROJECTION_CONSENSUS, "a", "b", "c", "d", "e", "f");
    }
}
