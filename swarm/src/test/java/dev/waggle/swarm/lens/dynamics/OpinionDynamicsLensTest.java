package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.OpinionDynamicsLens.OpinionReading;
import dev.waggle.swarm.lens.dynamics.OpinionDynamicsLens.Risk;
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

public class OpinionDynamicsLensTest {

    /** Two for A, two for B, two against both, and so they stay. */
    public final LensSwarm threeCamps = new LensSwarm("a", "b", "c", "d", "e", "f")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("a", "A", 1), agrees("c", "A", 1), agrees("b", "B", 1), agrees("d", "B", 1),
                    disagrees("e", "A", 1), disagrees("e", "B", 1), disagrees("f", "A", 1), disagrees("f", "B", 1))
            .round(agrees("a", "A", 0.9), agrees("b", "B", 0.9)).round(discovers("a", "one more thing"));

    /** Four of five come to want A. */
    private final LensSwarm ordinary = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("c", "A", 0.5), agrees("d", "A", 0.4), agrees("e", "B", 0.2))
            .round(agrees("e", "A", 0.6), agrees("b", "B", 0.3));

    @Test
    void stopsWhenThreeCampsArePredictedTwice() {
        LensSwarm.Outcome alone = threeCamps.solveOnlyWith(LensCatalog.OPINION_DYNAMICS);

        assertThat(alone.events()).contains("ending fragmentation-predicted");
        assertThat(alone.findingsOf(LensCatalog.OPINION_DYNAMICS)).hasSize(1).first()
                .extracting(Finding::explanation).isEqualTo("opinions on A will end in 3 camps of 2, 2, 2 agents");
        assertThat(threeCamps.solveWithout(LensCatalog.OPINION_DYNAMICS).events())
                .isNotEqualTo(threeCamps.solve().events());
    }

    @Test
    void changesNothingWhereAMajorityForms() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.OPINION_DYNAMICS).events());
    }

    @Test
    void twoEqualHalvesFarApartAreCampsAndAMajorityWithItsOppositionIsNot() {
        assertThat(split(3).found()).hasSize(1).allMatch(finding -> finding.kind() == Finding.Kind.SETTLE);
        assertThat(split(4).found()).isEmpty();
        assertThat(split(4).reading().clusterSizes()).containsExactly(2, 4);
    }

    @Test
    void connectsTheFewWhoStillHearTwoCamps() {
        HandFed<OpinionReading> run = between();

        assertThat(run.found()).singleElement().isInstanceOfSatisfying(Finding.Rewire.class, rewire -> {
            assertThat(rewire.change()).isEqualTo(Finding.Rewire.Change.CONNECT);
            assertThat(rewire.agents()).containsExactly("2", "3");
        });
        assertThat(run.reading().bridgingAgents()).containsExactly("2", "3");
    }

    @Test
    void twoAgentsSureOfOppositeProposalsAreFarApart() {
        OpinionReading reading = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, "a", "b")
                .round(proposes("a", "A", 0.9), proposes("b", "B", 0.9)).reading();

        double belief = (1 + 0.98 * 0.9) / 2;
        assertThat(reading.polarizationIndex()).isCloseTo(Math.pow(2 * belief - 1, 2), within(1e-12));
        assertThat(reading.fragmentationRisk()).isEqualTo(Risk.HIGH);
        assertThat(reading.clusterCount()).isEqualTo(2);
    }

    @Test
    void howSureProposersAreOfTheirOwnIsNoFragmentation() {
        OpinionReading reading = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, "a", "b", "c")
                .round(proposes("a", "A", 0.95), proposes("b", "B", 0.5), proposes("c", "C", 0.05)).reading();

        assertThat(reading.clusterSizes()).containsExactly(2, 1);
        assertThat(reading.fragmentationRisk()).isEqualTo(Risk.MEDIUM);
    }

    @Test
    void onlyAgentsThatStatedABeliefHaveAnOpinion() {
        HandFed<OpinionReading> run = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0.9), proposes("a", "B", 0.2), proposes("b", "C", 0.9));
        assertThat(run.reading().believers()).isEqualTo(2);
        run.round(abstains("c", "A"), discovers("d", "something"));
        assertThat(run.reading().believers()).isEqualTo(2);
        run.round(disagrees("c", "A", 0.4));
        assertThat(run.reading().believers()).isEqualTo(3);
        assertThat(run.reading().bridgingAgents()).isSubsetOf("a", "b", "c");
    }

    @Test
    void quietRoundsAndTheOrderOfWordsChangeNothing() {
        HandFed<OpinionReading> run = between();
        OpinionReading before = run.reading();
        assertThat(run.round(discovers("1", "so what")).found()).isEmpty();
        assertThat(run.round().found()).isEmpty();
        assertThat(run.reading()).isEqualTo(before).isEqualTo(run.reading());

        List<LensSwarm.Line> words = words(0);
        OpinionReading said = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, HandFed.agents(7)).round(proposed())
                .round(words).reading();
        for (int seed = 0; seed < 10; seed++) {
            assertThat(HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, HandFed.agents(7)).round(proposed())
                    .shuffled(seed, words).reading()).isEqualTo(said);
        }
    }

    @Test
    void oneProposalOrOneBelieverIsNothingToDifferAbout() {
        HandFed<OpinionReading> run = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, "a", "b").round()
                .round(proposes("a", "A", 0.9)).round(disagrees("b", "A", 1));
        assertThat(run.maybe()).isEmpty();
        assertThat(
                HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, "a").round(proposes("a", "A", 1), proposes("a", "B", 1))
                        .maybe())
                .isEmpty();
    }

    @Test
    void manyAgentsEndAsTheExactRunOfTheirOpinionsDoes() {
        List<LensSwarm.Line> words = new ArrayList<>(List.of(proposes("0", "A", 0), proposes("0", "B", 0)));
        for (int i = 0; i < 300; i++) {
            String agent = String.valueOf(i);
            switch (i % 3) {
                case 0 -> words.add(agrees(agent, "A", 1 - i / 3e4));
                case 1 -> words.add(disagrees(agent, "A", 1 - i / 3e4));
                default -> words.add(agrees(agent, "A", i / 3e4));
            }
        }
        OpinionReading reading = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, HandFed.agents(300)).round(words)
                .reading();

        assertThat(reading.exact()).isFalse();
        assertThat(reading.frozen()).isTrue();
        assertThat(reading.clusterSizes()).containsExactly(100, 100, 100);
        assertThat(reading.polarizationIndex()).isCloseTo(2 / 3.0, within(0.03));
    }

    @Test
    void strangeIdsAndVotesWithoutWeightGiveSaneFigures() {
        HandFed<OpinionReading> run = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, "a,é\"", "b\"")
                .round(proposes("a,é\"", "A, ß\"", 0), proposes("b\"", "B", 0), agrees("a,é\"", "A, ß\"", 0));
        assertThat(run.maybe()).isEmpty();
        run.round(agrees("a,é\"", "A, ß\"", 1e-300), agrees("b\"", "B", 1));
        assertThat(run.reading().figures()).containsEntry("proposal", JsonValue.of("B"));
    }

    /** Six agents, that many for A and the others against, two measured rounds. */
    private static HandFed<OpinionReading> split(int forA) {
        HandFed<OpinionReading> run = HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, HandFed.agents(6))
                .round(proposed());
        for (int round = 0; round < 2; round++) {
            List<LensSwarm.Line> words = new ArrayList<>();
            for (int agent = 0; agent < 6; agent++) {
                String mine = agent < forA ? "A" : "B";
                words.add(agrees(String.valueOf(agent), mine, 1 - 0.1 * round));
                words.add(disagrees(String.valueOf(agent), mine.equals("A") ? "B" : "A", 1));
            }
            run.round(words);
        }
        return run;
    }

    private static HandFed<OpinionReading> between() {
        return HandFed.of(LensCatalog.OPINION_DYNAMICS, 1_000, HandFed.agents(7)).round(proposed()).round(words(0))
                .round(words(1e-3));
    }

    private static List<LensSwarm.Line> proposed() {
        return List.of(proposes("6", "A", 0), proposes("6", "B", 0));
    }

    /** Opinions from rejection to agreement, the third and the fourth in between. */
    private static List<LensSwarm.Line> words(double less) {
        return List.of(disagrees("0", "A", 1 - less), disagrees("1", "A", 0.8), disagrees("2", "A", 0.3),
                agrees("3", "A", 0.3), agrees("4", "A", 0.8), agrees("5", "A", 0.8), agrees("6", "A", 0.8));
    }
}
