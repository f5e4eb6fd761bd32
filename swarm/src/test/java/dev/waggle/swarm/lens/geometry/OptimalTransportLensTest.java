package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.PooledProposals;
import dev.waggle.swarm.lens.geometry.OptimalTransportLens.TransportReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class OptimalTransportLensTest {

    /** Two agents are for A and two for B, and one agrees with A only in the end. */
    private final LensSwarm split = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.9), proposes("b", "B", 0.9), agrees("c", "A", 0.9), agrees("d", "B", 0.9))
            .round(agrees("a", "A", 1), agrees("b", "B", 1)).round(agrees("e", "A", 0.5));

    /** All agents lean to A, more or less. */
    private final LensSwarm ordinary = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.3))
            .round(agrees("c", "A", 0.5), agrees("d", "A", 0.6), agrees("e", "A", 0.4)).round(agrees("b", "A", 0.7));

    @Test
    void missesASynthesizerWhereGroupsStayApart() {
        List<Finding> found = split.solveOnlyWith(LensCatalog.OPTIMAL_TRANSPORT)
                .findingsOf(LensCatalog.OPTIMAL_TRANSPORT);

        assertThat(found).first().isInstanceOfSatisfying(Finding.Gap.class, gap -> {
            assertThat(gap.role()).isEqualTo("synthesizer");
            assertThat(gap.urgency()).isBetween(0.6, 0.67);
        });
        assertThat(split.solveWithout(LensCatalog.OPTIMAL_TRANSPORT).events()).isNotEqualTo(split.solve().events());
    }

    @Test
    void changesNothingWhereAllLeanTheSameWay() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.OPTIMAL_TRANSPORT).events());
    }

    @Test
    void aLoneDissenterIsNoSplit() {
        HandFed<TransportReading> run = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, HandFed.agents(5))
                .round(proposes("0", "A", 1), proposes("1", "B", 1));
        for (int round = 0; round < 3; round++) {
            double sure = 1 - 0.01 * round;
            run.round(agrees("0", "A", sure), agrees("2", "A", sure), agrees("3", "A", sure), agrees("4", "A", sure));
            assertThat(run.found()).isEmpty();
        }
        assertThat(run.reading().clusters()).containsExactly(List.of("0", "2", "3", "4"), List.of("1"));
    }

    @Test
    void rejectionLowersBelief() {
        TransportReading reading = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, "a", "b", "c", "p")
                .round(proposes("p", "A", 0.5), proposes("p", "B", 0.5))
                .round(disagrees("a", "A", 0.9), disagrees("b", "A", 0.9), disagrees("c", "A", 0.9)).reading();

        assertThat(reading.optimalConsensus().get("A")).isLessThan(0.5);
    }

    @Test
    void theMiddleIsTheMedianThatTheMinorityDoesNotPull() {
        TransportReading reading = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, "a", "b", "c")
                .round(proposes("a", "A", 1), proposes("b", "B", 1), agrees("b", "A", 0.5), abstains("b", "B"),
                        agrees("c", "A", 0.5))
                .round(disagrees("a", "A", 1)).reading();

        assertThat(reading.unique()).isTrue();
        assertThat(reading.optimalConsensus().get("A")).isCloseTo(0.745, within(1e-9));
        assertThat(reading.optimalConsensus().get("B")).isCloseTo(0.255, within(1e-9));
        assertThat(reading.cost()).isCloseTo((0.745 - 0.01) / 3, within(1e-9));
        assertThat(reading.meanDistance()).isCloseTo((0.745 - 0.01) * 2 / 3, within(1e-9));
    }

    @Test
    void distancesDoNotVanishAboveTwentyProposals() {
        List<LensSwarm.Line> words = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            words.add(proposes("p", "P" + i, 0));
        }
        words.add(agrees("a", "P3", 1));
        words.add(agrees("b", "P7", 1));
        TransportReading reading = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, "a", "b", "p").round(words)
                .reading();

        assertThat(reading.meanDistance()).isCloseTo(98.0 / 128, within(1e-12));
        assertThat(reading.clusters()).hasSize(2);
        assertThat(reading.optimalConsensus()).hasSize(30);
        assertThat(reading.optimalConsensus().values().stream().mapToDouble(share -> share).sum())
                .isCloseTo(1, within(1e-9));
    }

    @Test
    void proposalsThatArePooledAreTheRest() {
        List<LensSwarm.Line> words = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            words.add(proposes("p", "P" + i, 0));
        }
        words.add(agrees("a", "P99", 1));
        words.add(agrees("b", "P99", 1));
        TransportReading reading = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, "a", "b").round(words).reading();

        assertThat(reading.optimalConsensus()).hasSize(PooledProposals.MAX_SINGLE).containsKey("P99");
        assertThat(reading.rest()).hasValueCloseTo(36.0 / 198, within(1e-9));
    }

    @Test
    void quietRoundsAndTheOrderOfWordsChangeNothing() {
        HandFed<TransportReading> run = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, HandFed.agents(4))
                .round(proposes("0", "A", 1), proposes("1", "B", 1))
                .round(agrees("2", "A", 0.7), agrees("3", "B", 0.7));
        TransportReading before = run.reading();
        assertThat(run.round().found()).isEmpty();
        assertThat(run.round(discovers("1", "so what"), abstains("2", "B")).found()).isEmpty();
        assertThat(run.reading()).isEqualTo(before);

        List<LensSwarm.Line> words = List.of(agrees("0", "B", 0.2), agrees("2", "A", 0.7), disagrees("3", "A", 0.7),
                disagrees("3", "B", 0.3), agrees("1", "A", 0.6));
        TransportReading said = opened().round(words).reading();
        for (int seed = 0; seed < 10; seed++) {
            assertThat(opened().shuffled(seed, words).reading()).isEqualTo(said);
        }
    }

    @Test
    void ofManyAgentsTheGroupsAreStillFound() {
        HandFed<TransportReading> run = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, HandFed.agents(700))
                .round(proposes("0", "A", 0), proposes("0", "B", 0), proposes("0", "C", 0));
        for (int round = 0; round < 2; round++) {
            List<LensSwarm.Line> words = new ArrayList<>();
            for (int i = 0; i < 700; i++) {
                words.add(agrees(String.valueOf(i), i % 2 == 0 ? "A" : "B", 0.7 + 0.1 * round + i / 4e3));
            }
            run.round(words);
        }
        assertThat(run.found()).singleElement().isInstanceOf(Finding.Gap.class);
        assertThat(run.reading().clusters()).extracting(List::size).containsExactly(350, 350);
        assertThat(run.reading().exact()).isFalse();
    }

    @Test
    void littleIsNothingToCompare() {
        assertThat(HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, "a").round().round(proposes("a", "A", 1)).maybe())
                .isEmpty();
        HandFed<TransportReading> one = HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, "a,é\"", "b")
                .round(proposes("a,é\"", "A, ß\"", 1), disagrees("b", "A, ß\"", 1));
        assertThat(one.maybe()).isEmpty();
        one.round(proposes("b", "B", 0));
        assertThat(one.reading().figures()).containsEntry("clusterCount", JsonValue.of(2))
                .containsEntry("rest", JsonValue.ofNull());
    }

    private static HandFed<TransportReading> opened() {
        return HandFed.of(LensCatalog.OPTIMAL_TRANSPORT, 1_000, HandFed.agents(4))
                .round(proposes("0", "A", 1), proposes("1", "B", 1));
    }
}
