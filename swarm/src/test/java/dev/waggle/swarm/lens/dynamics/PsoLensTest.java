package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.PsoLens.PsoReading;
import dev.waggle.swarm.lens.runner.FedLens;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PsoLensTest {

    private static final Lens<PsoReading> LENS = LensCatalog.PSO;

    /** Five ideas on the table; all agents take the first and ignore the others. */
    private final LensSwarm rushed = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("a", "B", 0.1), proposes("a", "C", 0.1), proposes("a", "D", 0.1),
                    proposes("a", "E", 0.1))
            .round(agrees("b", "A", 0.6), agrees("c", "A", 0.7), agrees("d", "A", 0.5))
            .round(discovers("a", "fine"));

    /** The same winner, after all ideas were weighed. */
    private final LensSwarm searched = new LensSwarm("a", "b", "c", "d", "e")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.5), proposes("c", "C", 0.4))
            .round(disagrees("b", "C", 0.5), agrees("c", "A", 0.7), disagrees("d", "B", 0.3), agrees("b", "A", 0.6))
            .round(agrees("d", "A", 0.6));

    @Test
    void anExplorerIsMissedWhenAllGatherBeforeAnythingElseWasLookedAt() {
        LensSwarm.Outcome with = rushed.solve();

        assertThat(with.findingsOf(LENS)).first().isInstanceOfSatisfying(Finding.Gap.class, gap -> {
            assertThat(gap.role()).isEqualTo("explorer");
            assertThat(gap.explanation()).contains("of 5 proposals 1 were looked at");
        });
        assertThat(with.events()).anyMatch(event -> event.startsWith("2 lens:finding") && event.contains("explorer"));
        assertThat(rushed.solveWithout(LENS).events()).isNotEqualTo(with.events());
    }

    @Test
    void changesNothingWhereAlternativesWereWeighed() {
        assertThat(searched.solve().events()).isEqualTo(searched.solveWithout(LENS).events());
        assertThat(searched.solve().findingsOf(LENS)).isEmpty();
    }

    @Test
    void isSilentLateInTheDebate() {
        FedLens<PsoReading> late = new FedLens<>(LENS, 8, "a", "b", "c", "d");
        late.round(proposes("a", "A", 0.8), proposes("a", "B", 0.1), proposes("a", "C", 0.1), proposes("a", "D", 0.1));
        late.round(discovers("b", "x"));
        late.round(discovers("b", "y"));
        late.round(discovers("b", "z"));

        assertThat(late.round(agrees("b", "A", 0.6), agrees("c", "A", 0.7), agrees("d", "A", 0.5))).isEmpty();
        assertThat(late.read().diversity()).isLessThan(0.3);
    }

    @Test
    void isSilentWhereEachProposalHasItsFriend() {
        FedLens<PsoReading> friends = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        friends.round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), proposes("c", "C", 0.8),
                proposes("d", "D", 0.8));

        assertThat(friends.round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1), agrees("d", "A", 1)))
                .isEmpty();
        assertThat(friends.read().exploredShare()).isEqualTo(1);
    }

    @Test
    void twoOpposedBeliefsAreAlmostTheWholeSpaceApart() {
        FedLens<PsoReading> opposed = new FedLens<>(LENS, 10, "a", "b");
        opposed.round(proposes("a", "A", 1), proposes("b", "B", 1));

        assertThat(opposed.read().diversity()).isCloseTo(Math.sqrt(2) * 0.98, within(1e-9)); // 99 to 1 each.
        assertThat(opposed.read().movement()).isEmpty();
        assertThat(opposed.read().exact()).isTrue();
    }

    @Test
    void whoStatedNothingIsNoParticle() {
        FedLens<PsoReading> quiet = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        quiet.round(proposes("a", "A", 1), proposes("b", "B", 1), discovers("c", "x"), abstains("d", "A"));

        assertThat(quiet.read().particles()).isEqualTo(2);
    }

    @Test
    void theBestPlaceIsThatOfWhoBelievesWhatTheGroupFinds() {
        FedLens<PsoReading> found = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        found.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5), agrees("c", "B", 0.9), agrees("d", "B", 0.4));

        assertThat(found.read().globalBest()).contains("B");
        assertThat(found.read().bestFitness()).isNegative();
        assertThat(found.read().atOwnBest()).isEqualTo(1);
    }

    @Test
    void whoLeavesWhatTheGroupFindsIsNoLongerAtItsBest() {
        FedLens<PsoReading> left = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        left.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5), agrees("b", "A", 0.9), agrees("c", "A", 0.9),
                agrees("d", "A", 0.9), agrees("a", "A", 0.9));
        left.round(disagrees("d", "A", 0.9));

        assertThat(left.read().atOwnBest()).isEqualTo(0.75);
        assertThat(left.read().movement().orElseThrow()).isPositive();
    }

    @Test
    void aLateProposalMovesNobody() {
        FedLens<PsoReading> late = new FedLens<>(LENS, 10, "a", "b", "c");
        late.round(proposes("a", "A", 0.8), proposes("b", "B", 0.6));
        late.round(proposes("c", "C", 0.9));

        assertThat(late.read().movement().orElseThrow()).isCloseTo(0, within(1e-12));
        assertThat(late.read().particles()).isEqualTo(3);
    }

    @Test
    void aQuietRoundChangesNothing() {
        FedLens<PsoReading> pause = new FedLens<>(LENS, 10, "a", "b", "c");
        pause.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5), agrees("c", "A", 1));
        pause.round(disagrees("a", "B", 0.6));
        PsoReading before = pause.read();

        assertThat(pause.round()).isEmpty();
        assertThat(pause.round(agrees("c", "A", 1), discovers("b", "x"))).isEmpty();
        assertThat(pause.read()).isEqualTo(before);
    }

    @Test
    void theOrderInsideARoundDoesNotMatter() {
        FedLens<PsoReading> one = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        FedLens<PsoReading> other = new FedLens<>(LENS, 10, "a", "b", "c", "d");
        one.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5));
        other.round(proposes("a", "A", 0.8), proposes("b", "B", 0.5));
        one.round(agrees("c", "A", 0.7), disagrees("d", "B", 0.2), agrees("b", "B", 0.9));
        other.round(agrees("b", "B", 0.9), disagrees("d", "B", 0.2), agrees("c", "A", 0.7));

        assertThat(one.read()).isEqualTo(other.read());
    }

    @Test
    void manyBeliefsAreSampledAlikeEachTime() {
        String[] ids = IntStream.range(0, 300).mapToObj(i -> "agent-" + i).toArray(String[]::new);
        List<LensSwarm.Line> lines = new ArrayList<>(List.of(proposes(ids[0], "A", 0.5), proposes(ids[1], "B", 0.5)));
        for (int i = 2; i < ids.length; i++) {
            lines.add(agrees(ids[i], i % 3 == 0 ? "A" : "B", 0.8));
        }
        FedLens<PsoReading> one = new FedLens<>(LENS, 10, ids);
        FedLens<PsoReading> other = new FedLens<>(LENS, 10, ids);
        one.round(lines.toArray(LensSwarm.Line[]::new));
        other.round(lines.toArray(LensSwarm.Line[]::new));

        assertThat(one.read()).isEqualTo(other.read());
        assertThat(one.read().exact()).isFalse();
        assertThat(one.read().particles()).isEqualTo(64);
        double far = Math.sqrt(2) * 0.784; // 0.98 x 0.8: two different beliefs; 4 of 9 pairs are such.
        assertThat(one.read().diversity()).isCloseTo(far * 4 / 9, within(0.1));
    }

    @Test
    void seesNothingInOneProposalOrOneBelief() {
        FedLens<PsoReading> one = new FedLens<>(LENS, 10, "a", "b", "c");
        assertThat(one.reading()).isEmpty();
        one.round(proposes("a", "A", 0.8), agrees("b", "A", 1), agrees("c", "A", 1));
        assertThat(one.reading()).isEmpty();

        FedLens<PsoReading> lone = new FedLens<>(LENS, 10, "a", "b");
        lone.round(proposes("a", "A", 0.8), proposes("a", "B", 0.5));
        assertThat(lone.reading()).isEqualTo(java.util.Optional.empty());
        assertThat(lone.reading().map(PsoReading::headline)).isEqualTo(java.util.Optional.<OptionalDouble>empty());
    }

    @Test
    void manyProposalsArePooled() {
        FedLens<PsoReading> many = new FedLens<>(LENS, 10, "a", "b", "c");
        List<LensSwarm.Line> lines = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lines.add(proposes("a", "P" + i, 0.3));
        }
        lines.add(agrees("b", "P7", 0.9));
        many.round(lines.toArray(LensSwarm.Line[]::new));
        many.round(agrees("c", "P90", 0.9));
        many.round(disagrees("c", "P7", 0.9));

        assertThat(many.read().diversity()).isPositive();
    }
}
