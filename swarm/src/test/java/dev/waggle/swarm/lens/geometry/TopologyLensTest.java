package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.geometry.TopologyLens.TopologyReading;
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

class TopologyLensTest {

    private static final List<String> RING = List.of("A", "B", "C", "D");

    /** Eight agents in two distant groups. */
    private final LensSwarm shores = new LensSwarm(HandFed.agents(8)).round(shore(1, true)).round(shore(0.9, false))
            .round(discovers("0", "one more thing"));

    private final LensSwarm ordinary = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8))
            .round(agrees("d", "A", 0.7), agrees("e", "A", 0.6), agrees("b", "A", 0.3))
            .round(agrees("c", "A", 0.4), disagrees("e", "C", 0.7));

    @Test
    void connectsTheNearestTwoAcrossAGapThatStays() {
        List<Finding> found = shores.solveOnlyWith(LensCatalog.TOPOLOGY).findingsOf(LensCatalog.TOPOLOGY);

        assertThat(found).first().isInstanceOfSatisfying(Finding.Rewire.class, rewire -> {
            assertThat(rewire.change()).isEqualTo(Finding.Rewire.Change.CONNECT);
            assertThat(rewire.agents()).containsExactly("6", "7");
        });
        assertThat(shores.solveWithout(LensCatalog.TOPOLOGY).events()).isNotEqualTo(shores.solve().events());
    }

    @Test
    void changesNothingInAnOrdinaryDebate() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.TOPOLOGY).events());
    }

    @Test
    void missesAConnectorWhereBeliefsGoRoundInARing() {
        HandFed<TopologyReading> run = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(8)).round(ring(1))
                .round(ring(0.999));

        assertThat(run.found()).singleElement().isInstanceOfSatisfying(Finding.Gap.class, gap -> {
            assertThat(gap.role()).isEqualTo("bridge-connector");
            assertThat(gap.urgency()).isCloseTo(0.5, within(0.01));
        });
        assertThat(run.reading().loops()).hasSize(1);
        assertThat(run.reading().loops().getFirst().birth()).isCloseTo(0.5, within(0.01));
        assertThat(run.reading().loops().getFirst().death()).isCloseTo(1, within(0.01));
    }

    @Test
    void somebodyInTheMiddleOrOneRoundAloneIsNoRing() {
        assertThat(HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(8)).round(ring(1)).found()).isEmpty();
        HandFed<TopologyReading> filled = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(9));
        for (int round = 0; round < 3; round++) {
            List<LensSwarm.Line> words = ring(1 - 0.001 * round);
            RING.forEach(proposal -> words.add(agrees("8", proposal, 1)));
            assertThat(filled.round(words).found()).isEmpty();
        }
    }

    @Test
    void randomVotesMakeNoShape() {
        for (int seed = 0; seed < 20; seed++) {
            Random chance = new Random(seed);
            int agents = 8 + chance.nextInt(60);
            HandFed<TopologyReading> run = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(agents));
            for (int round = 0; round < 12; round++) {
                List<LensSwarm.Line> words = new ArrayList<>();
                for (int agent = 0; agent < agents; agent++) {
                    String proposal = "P" + chance.nextInt(5);
                    words.add(proposes(String.valueOf(agent), proposal, 0.3));
                    words.add(chance.nextDouble() < 0.7 ? agrees(String.valueOf(agent), proposal, chance.nextDouble())
                            : disagrees(String.valueOf(agent), proposal, chance.nextDouble()));
                }
                assertThat(run.round(words).found()).as("seed %d, round %d", seed, round).isEmpty();
            }
        }
    }

    @Test
    void gapsLieBetweenShoresAndNotBetweenCentres() {
        TopologyReading reading = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(4))
                .round(proposes("0", "A", 1), proposes("0", "B", 0), agrees("1", "A", 0.6), disagrees("2", "A", 0.6),
                        disagrees("3", "A", 1))
                .reading();

        assertThat(reading.largestGap()).hasValueCloseTo(0.588, within(1e-12));
        assertThat(reading.acrossGap()).containsExactly("1", "2");
        assertThat(reading.components()).hasSize(3).first().isEqualTo(reading.largestGap().orElseThrow());
        assertThat(reading.clusterSizes()).containsExactly(2, 2);
        assertThat(reading.loops()).isEmpty();
    }

    @Test
    void quietRoundsAndTheOrderOfWordsChangeNothing() {
        HandFed<TopologyReading> run = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(8)).round(ring(1))
                .round(ring(0.999));
        TopologyReading before = run.reading();
        assertThat(run.round().found()).isEmpty();
        assertThat(run.round(discovers("1", "so what")).found()).isEmpty();
        assertThat(run.reading()).isEqualTo(before);

        HandFed<TopologyReading> other = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(8)).round(ring(1));
        for (int seed = 0; seed < 5; seed++) {
            HandFed<TopologyReading> shuffled = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(8))
                    .round(proposals())
                    .shuffled(seed, coalitions(1));
            assertThat(shuffled.reading()).isEqualTo(other.reading());
        }
    }

    @Test
    void manyAgentsAreRepresentedByFew() {
        HandFed<TopologyReading> run = HandFed.of(LensCatalog.TOPOLOGY, 1_000, HandFed.agents(600));
        for (int round = 0; round < 2; round++) {
            List<LensSwarm.Line> words = new ArrayList<>(proposals());
            for (int i = 0; i < 600; i++) {
                words.add(agrees(String.valueOf(i), i % 3 == 0 ? "A" : "B", 0.9 + 0.01 * round + i / 1e4));
            }
            run.round(words);
        }
        assertThat(run.found()).singleElement().isInstanceOf(Finding.Rewire.class);
        assertThat(run.reading().points()).isEqualTo(TopologyLens.LOOPS);
        assertThat(run.reading().exact()).isFalse();
        assertThat(run.reading().clusterSizes()).containsExactly(200, 400);
    }

    @Test
    void littleHasNoShape() {
        assertThat(HandFed.of(LensCatalog.TOPOLOGY, 1_000, "a").round().round(proposes("a", "A", 1)).maybe()).isEmpty();
        assertThat(HandFed.of(LensCatalog.TOPOLOGY, 1_000, "a", "b").round(proposes("a", "A", 1), abstains("b", "A"),
                proposes("a", "B", 0.5)).maybe()).isEmpty();
        TopologyReading same = HandFed.of(LensCatalog.TOPOLOGY, 1_000, "a,é\"", "b")
                .round(proposes("b", "B", 0), proposes("a,é\"", "A", 1), agrees("b", "A", 1)).reading();
        assertThat(same.figures()).containsEntry("largestGap", JsonValue.ofNull())
                .containsEntry("clusterCount", JsonValue.of(1));
        assertThat(same.components()).isEmpty();
    }

    private static LensSwarm.Line[] shore(double sure, boolean first) {
        List<LensSwarm.Line> words = new ArrayList<>();
        if (first) {
            words.add(proposes("0", "A", 0.8));
            words.add(proposes("1", "B", 0.8));
        }
        for (int agent = 0; agent < 8; agent++) {
            words.add(agrees(String.valueOf(agent), agent % 2 == 0 ? "A" : "B", sure - 0.01 * agent));
            words.add(disagrees(String.valueOf(agent), agent % 2 == 0 ? "B" : "A", sure));
        }
        return words.toArray(LensSwarm.Line[]::new);
    }

    private static List<LensSwarm.Line> proposals() {
        return new ArrayList<>(RING.stream().map(proposal -> proposes("0", proposal, 0)).toList());
    }

    private static List<LensSwarm.Line> ring(double sure) {
        List<LensSwarm.Line> words = proposals();
        words.addAll(coalitions(sure));
        return words;
    }

    /** Each pair of agents is for two neighbours of four proposals, and against the other two. */
    private static List<LensSwarm.Line> coalitions(double sure) {
        List<LensSwarm.Line> words = new ArrayList<>();
        for (int agent = 0; agent < 8; agent++) {
            String id = String.valueOf(agent);
            for (int i = 0; i < 4; i++) {
                boolean mine = i == agent % 4 || i == (agent + 1) % 4;
                words.add(mine ? agrees(id, RING.get(i), sure) : disagrees(id, RING.get(i), sure));
            }
        }
        return words;
    }
}
