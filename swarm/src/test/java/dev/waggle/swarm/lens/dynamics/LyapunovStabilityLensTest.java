package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.LyapunovStabilityLens.LyapunovStabilityReading;
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

class LyapunovStabilityLensTest {

    private static final Lens<LyapunovStabilityReading> LENS = LensCatalog.LYAPUNOV_STABILITY;

    private final HandFed<LyapunovStabilityReading> rounds = HandFed.of(LENS, 1_000, "a", "b", "c", "d");

    /** Two camps that grow surer of themselves in each round. */
    private static LensSwarm partingCamps() {
        LensSwarm swarm = new LensSwarm("a", "b", "c", "d", "e");
        for (int round = 1; round <= 6; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>(camps(Math.min(1, 0.2 * round)));
            if (round == 1) {
                lines.addFirst(proposes("b", "B", 0.2));
                lines.addFirst(proposes("a", "A", 0.2));
            }
            swarm.round(lines.toArray(LensSwarm.Line[]::new));
        }
        return swarm;
    }

    private static List<LensSwarm.Line> camps(double confidence) {
        return List.of(agrees("a", "A", confidence), agrees("c", "A", confidence), agrees("b", "B", confidence),
                agrees("d", "B", confidence), disagrees("a", "B", confidence), disagrees("b", "A", confidence));
    }

    @Test
    void raisesAnAlarmAndMissesAMediatorWhenBeliefsFlyApart() {
        LensSwarm.Outcome alone = partingCamps().solveOnlyWith(LENS);

        assertThat(alone.findingsOf(LENS)).extracting(Finding::kind).contains(Finding.Kind.SETTLE, Finding.Kind.GAP);
        assertThat(alone.findingsOf(LENS)).filteredOn(Finding.Gap.class::isInstance).first()
                .isInstanceOfSatisfying(Finding.Gap.class, gap -> assertThat(gap.role()).isEqualTo("mediator"));
        assertThat(alone.events()).contains("ending max-rounds").anyMatch(event -> event.startsWith("4 lens:finding"))
                .noneMatch(event -> event.startsWith("3 lens:finding"));
        assertThat(partingCamps().solve(MathConfig.watching()).events())
                .isNotEqualTo(partingCamps().solve(MathConfig.watching().without(LENS)).events());
    }

    @Test
    void changesNothingWhereBeliefsComeTogether() {
        LensSwarm converging = new LensSwarm("a", "b", "c", "d")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8), agrees("c", "A", 0.9), agrees("d", "B", 0.9))
                .round(agrees("d", "B", 0.5)).round(agrees("d", "A", 0.5), agrees("b", "B", 0.3))
                .round(agrees("b", "A", 0.6), agrees("d", "A", 0.9));

        assertThat(converging.solve().events()).isEqualTo(converging.solveWithout(LENS).events());
        assertThat(converging.solveOnlyWith(LENS).findingsOf(LENS)).isEmpty();
    }

    @Test
    void isTheMeanSquaredDistanceFromTheMeanBelief() {
        rounds.round(proposes("a", "A", 0), proposes("b", "B", 0))
                .round(agrees("a", "A", 1), agrees("b", "B", 1));

        LyapunovStabilityReading reading = rounds.reading();

        assertThat(reading.lyapunovV()).isCloseTo(2 * 0.49 * 0.49, within(1e-12));
        assertThat(reading.believers()).isEqualTo(2);
        assertThat(reading.perturbationTolerance()).isCloseTo(0, within(1e-12));
        assertThat(reading.type()).isEqualTo(LyapunovStabilityLens.StabilityType.UNDETERMINED);
        assertThat(reading.stable()).isFalse();
        assertThat(reading.lyapunovDot()).isEmpty();
        assertThat(reading.routhHurwitz()).isEmpty();
        assertThat(reading.figures()).containsEntry("lyapunovDot", JsonValue.ofNull())
                .containsEntry("routhHurwitz", JsonValue.ofNull());
    }

    @Test
    void perfectAgreementIsStable() {
        rounds.round(proposes("a", "A", 0), proposes("b", "B", 0));
        for (double confidence : new double[] {0.5, 0.6, 0.7}) {
            rounds.round(agrees("a", "A", confidence), agrees("b", "A", confidence), agrees("c", "A", confidence));
        }
        assertThat(rounds.reading().lyapunovV()).isCloseTo(0, within(1e-30));
        assertThat(rounds.reading().type()).isEqualTo(LyapunovStabilityLens.StabilityType.ASYMPTOTIC);
        assertThat(rounds.reading().stable()).isTrue();
    }

    @Test
    void aDecayingDistanceHasNoRootsOutsideTheCircleWhateverItsSize() {
        rounds.round(proposes("a", "A", 0), proposes("b", "B", 0));
        for (int round = 0; round < 8; round++) {
            rounds.round(agrees("a", "A", 0.9 * Math.pow(0.8, round)), agrees("b", "B", 0.9 * Math.pow(0.8, round)));
        }
        LyapunovStabilityReading reading = rounds.reading();

        assertThat(reading.type()).isEqualTo(LyapunovStabilityLens.StabilityType.ASYMPTOTIC);
        assertThat(reading.convergenceRate().orElseThrow()).isNegative();
        assertThat(reading.routhHurwitz().orElseThrow().stable()).isTrue();
        assertThat(reading.routhHurwitz().orElseThrow().signChanges()).isZero();
        assertThat(rounds.all()).isEmpty();
    }

    @Test
    void aGrowingDistanceIsUnstableAndTolerantOfNothing() {
        rounds.round(proposes("a", "A", 0), proposes("b", "B", 0));
        for (int round = 1; round <= 6; round++) {
            rounds.round(agrees("a", "A", 0.15 * round), agrees("b", "B", 0.1 * round), agrees("c", "A", 0.1 * round));
        }
        LyapunovStabilityReading reading = rounds.reading();

        assertThat(reading.type()).isEqualTo(LyapunovStabilityLens.StabilityType.UNSTABLE);
        assertThat(reading.perturbationTolerance()).isZero();
        assertThat(reading.routhHurwitz().orElseThrow().stable()).isFalse();
        assertThat(reading.lyapunovDot().orElseThrow()).isPositive();
        assertThat(reading.adjustedConfidence()).isBetween(0.0, 1.0)
                .isLessThan(rounds.chronicle().probability(rounds.chronicle().leader().orElseThrow()));
    }

    @Test
    void whoSaidNothingHasNoBelief() {
        rounds.round(proposes("a", "A", 0), proposes("b", "B", 0)).round(agrees("a", "A", 1));
        assertThat(rounds.maybe()).isEmpty();

        rounds.round(agrees("b", "A", 1));
        assertThat(rounds.reading().believers()).isEqualTo(2);
        assertThat(rounds.reading().lyapunovV()).isZero();
    }

    @Test
    void aNewBelieverOrProposalBeginsANewSeries() {
        rounds.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5)).round(agrees("a", "A", 0.6));
        assertThat(rounds.reading().lyapunovDot()).isPresent();

        assertThat(rounds.round(agrees("c", "A", 0.6)).reading().lyapunovDot()).isEmpty();
        assertThat(rounds.round(agrees("c", "A", 0.7)).reading().lyapunovDot()).isPresent();
        assertThat(rounds.round(proposes("a", "C", 0.1)).reading().lyapunovDot()).isEmpty();
    }

    @Test
    void quietRoundsAndAbstentionsChangeNothing() {
        rounds.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5)).round(agrees("a", "A", 0.6));
        LyapunovStabilityReading before = rounds.reading();

        rounds.round().round(abstains("c", "A")).round(agrees("a", "A", 0.6)).round(discovers("d", "look"));

        assertThat(rounds.reading()).isEqualTo(before);
    }

    @Test
    void theOrderOfAgentsWithinARoundDoesNotMatter() {
        HandFed<LyapunovStabilityReading> other = HandFed.of(LENS, 1_000, "a", "b", "c", "d");
        for (double confidence : new double[] {0.3, 0.5, 0.9, 0.4}) {
            List<LensSwarm.Line> lines = camps(confidence);
            rounds.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5)).round(lines);
            other.round(proposes("a", "A", 0.5), proposes("b", "B", 0.5)).round(lines.reversed());
        }
        assertThat(other.reading()).isEqualTo(rounds.reading());
    }

    @Test
    void oneProposalOrNobodyReadsNothing() {
        assertThat(rounds.round().maybe()).isEmpty();
        assertThat(rounds.round(proposes("a", "A", 1), agrees("b", "A", 1)).maybe()).isEmpty();
    }

    @Test
    void closeBeliefsThatMoveAreNoEmergency() {
        rounds.round(proposes("a", "A", 0), proposes("b", "B", 0));
        IntStream.rangeClosed(1, 6).forEach(round -> rounds.round(agrees("a", "A", 0.7 + 0.03 * round),
                agrees("b", "A", 0.7), agrees("c", "A", 0.7), agrees("d", "A", 0.7)));

        assertThat(rounds.all()).isEmpty();
    }
}
