package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.geometry.SvdAnalyzerLens.SvdReading;
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

class SvdAnalyzerLensTest {

    /** Three proposals, of which all agents treat two as one question. */
    private final LensSwarm dichotomy = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8))
            .round(yesOrNo(1)).round(yesOrNo(0.9)).round(discovers("a", "one more thing"));

    private final LensSwarm ordinary = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8))
            .round(agrees("a", "A", 1), agrees("b", "B", 0.5), agrees("c", "C", 0.5), agrees("d", "A", 0.7),
                    disagrees("e", "C", 0.4))
            .round(agrees("b", "A", 0.6), agrees("e", "A", 0.8));

    @Test
    void provokesWhereThreeProposalsAreArguedAsOneQuestion() {
        LensSwarm.Outcome alone = dichotomy.solveOnlyWith(LensCatalog.SVD_ANALYZER);

        assertThat(alone.findingsOf(LensCatalog.SVD_ANALYZER)).singleElement().isInstanceOf(Finding.Provoke.class);
        assertThat(alone.events()).anyMatch(event -> event.startsWith("3 challenge"));
        assertThat(dichotomy.solveWithout(LensCatalog.SVD_ANALYZER).events()).isNotEqualTo(dichotomy.solve().events());
    }

    @Test
    void changesNothingInAnOrdinaryDebate() {
        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LensCatalog.SVD_ANALYZER).events());
    }

    @Test
    void missesALateralThinkerWhenTheQuestionStaysTheOnlyOneAndNobodyOnceSomethingNewCame() {
        HandFed<SvdReading> run = opened(3);
        for (int round = 0; round < 4; round++) {
            run.round(yesOrNo(1 - 0.01 * round));
        }
        assertThat(run.found()).hasSize(2).last().isInstanceOfSatisfying(Finding.Gap.class,
                gap -> assertThat(gap.role()).isEqualTo("lateral-thinker"));
        assertThat(run.round(proposes("a", "D", 0.8), agrees("a", "A", 0.5)).found()).isEmpty();
        assertThat(run.round(yesOrNo(1)).found()).isEmpty();
    }

    @Test
    void twoProposalsAndApprovalsAloneAreNoFalseDichotomy() {
        HandFed<SvdReading> two = opened(2);
        HandFed<SvdReading> approvals = opened(3);
        HandFed<SvdReading> sameWay = opened(3);
        for (int round = 0; round < 4; round++) {
            double sure = 1 - 0.01 * round;
            assertThat(two.round(yesOrNo(sure)).found()).isEmpty();
            assertThat(approvals.round(agrees("a", "A", sure), agrees("b", "A", 1), agrees("c", "B", sure),
                    agrees("d", "B", 1)).found()).isEmpty();
            assertThat(sameWay.round(agrees("a", "A", sure), agrees("b", "A", 0.8), agrees("c", "A", 0.6 * sure),
                    agrees("d", "A", 0.7)).found()).isEmpty();
        }
    }

    @Test
    void pureOppositionIsOneAxis() {
        SvdReading reading = HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 1), disagrees("c", "B", 1), disagrees("d", "A", 1), agrees("d", "B", 1))
                .reading();

        assertThat(reading.singularValues()).hasSize(2);
        assertThat(reading.singularValues().getFirst()).isCloseTo(2, within(1e-9));
        assertThat(reading.effectiveRank()).isEqualTo(1);
        assertThat(reading.oneDimensional()).isTrue();
        assertThat(reading.disagreementRank()).isEqualTo(1);
        assertThat(reading.contested()).isEqualTo(1);
    }

    @Test
    void tenUnrelatedProposalsAreTenAxes() {
        List<LensSwarm.Line> words = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            words.add(proposes(String.valueOf(i), "P" + i, 0.9));
            words.add(agrees(String.valueOf(i), "P" + i, 1));
        }
        SvdReading reading = HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, HandFed.agents(10)).round(words).reading();

        assertThat(reading.singularValues()).hasSize(10).allSatisfy(value -> assertThat(value)
                .isCloseTo(1, within(1e-9)));
        assertThat(reading.effectiveRank()).isEqualTo(10);
        assertThat(reading.oneDimensional()).isFalse();
        assertThat(reading.explainedVariance().getFirst()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void approvalByAllIsNoDisagreement() {
        SvdReading reading = opened(3).round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("a", "B", 1),
                agrees("b", "B", 1)).reading();

        assertThat(reading.oneDimensional()).isTrue();
        assertThat(reading.disagreementRank()).isZero();
        assertThat(reading.contested()).isZero();
        assertThat(reading.diagnostic()).isEqualTo("all who voted lean the same way");
    }

    @Test
    void abstentionsAndOwnProposalsAreNoStancesAndRepeatedVotesDoNotAddUp() {
        HandFed<SvdReading> run = opened(3);
        assertThat(run.maybe()).isEmpty();
        run.round(agrees("a", "A", 1), disagrees("b", "B", 1), abstains("c", "A"), abstains("d", "C"));
        SvdReading reading = run.reading();
        assertThat(reading.voters()).isEqualTo(2);
        assertThat(reading.proposals()).isEqualTo(2);
        assertThat(run.round(agrees("a", "A", 1), agrees("a", "A", 1)).reading()).isEqualTo(reading);
        assertThat(run.round(abstains("a", "A")).maybe()).isEmpty();
    }

    @Test
    void quietRoundsAndTheOrderOfWordsChangeNothing() {
        HandFed<SvdReading> run = opened(3).round(yesOrNo(1)).round(yesOrNo(0.9));
        SvdReading before = run.reading();
        assertThat(run.round().found()).isEmpty();
        assertThat(run.round(discovers("a", "so what")).found()).isEmpty();
        assertThat(run.reading()).isEqualTo(before);

        List<LensSwarm.Line> words = List.of(yesOrNo(1));
        SvdReading said = opened(3).round(words).reading();
        for (int seed = 0; seed < 10; seed++) {
            SvdReading other = opened(3).shuffled(seed, words).reading();
            assertThat(other.effectiveRank()).isEqualTo(said.effectiveRank());
            assertThat(other.singularValues().getFirst()).isCloseTo(said.singularValues().getFirst(), within(1e-12));
        }
    }

    @Test
    void whatIsKeptVoteByVoteIsWhatIsReadAtOnce() {
        Random chance = new Random(1);
        HandFed<SvdReading> byRound = HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, "0", "1");
        List<LensSwarm.Line> all = new ArrayList<>();
        for (int round = 0; round < 30; round++) {
            List<LensSwarm.Line> words = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                String agent = String.valueOf(chance.nextInt(20));
                String proposal = "P" + chance.nextInt(3 * round + 4);
                words.add(proposes(agent, proposal, 0.5));
                words.add(chance.nextBoolean() ? agrees(agent, proposal, chance.nextDouble())
                        : disagrees(agent, proposal, chance.nextDouble()));
            }
            byRound.round(words);
            all.addAll(words);
            SvdReading atOnce = HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, "0", "1").round(all).reading();
            SvdReading kept = byRound.reading();
            assertThat(kept.singularValues()).hasSameSizeAs(atOnce.singularValues());
            for (int k = 0; k < kept.singularValues().size(); k++) {
                assertThat(kept.singularValues().get(k)).isCloseTo(atOnce.singularValues().get(k), within(1e-6));
            }
            assertThat(kept.voters()).isEqualTo(atOnce.voters());
            assertThat(kept.proposals()).isEqualTo(atOnce.proposals());
            assertThat(kept.pooled()).isEqualTo(atOnce.pooled());
        }
        assertThat(byRound.reading().pooled()).isTrue();
    }

    @Test
    void littleHasNoAxes() {
        assertThat(HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, "a").round()
                .round(proposes("a", "A", 1), agrees("a", "A", 1))
                .maybe()).isEmpty();
        SvdReading strange = HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, "a,é\"", "b")
                .round(proposes("a,é\"", "A, ß\"", 1), proposes("b", "B", 0))
                .round(agrees("a,é\"", "A, ß\"", 1e-300), agrees("b", "B", 1), agrees("b", "C", 1)).reading();
        assertThat(strange.figures()).containsEntry("effectiveRank", JsonValue.of(1));
    }

    private static HandFed<SvdReading> opened(int proposals) {
        List<LensSwarm.Line> words = new ArrayList<>();
        for (int i = 0; i < proposals; i++) {
            words.add(proposes("a", String.valueOf((char) ('A' + i)), 0.8));
        }
        return HandFed.of(LensCatalog.SVD_ANALYZER, 1_000, "a", "b", "c", "d", "e").round(words);
    }

    /** Three for A and against B, two for B and against A. */
    private static LensSwarm.Line[] yesOrNo(double sure) {
        return new LensSwarm.Line[] {agrees("a", "A", sure), disagrees("a", "B", sure), agrees("b", "A", sure),
            disagrees("b", "B", sure), agrees("c", "A", sure), disagrees("c", "B", sure),
            disagrees("d", "A", sure), agrees("d", "B", sure), disagrees("e", "A", sure), agrees("e", "B", sure)};
    }
}
