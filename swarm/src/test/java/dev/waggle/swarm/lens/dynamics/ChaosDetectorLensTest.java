package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.ChaosDetectorLens.ChaosReading;
import dev.waggle.swarm.lens.dynamics.ChaosDetectorLens.Risk;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

public class ChaosDetectorLensTest {

    private static final Lens<ChaosReading> LENS = LensCatalog.CHAOS_DETECTOR;

    private final HandFed<ChaosReading> rounds = HandFed.of(LENS, 1_000, "a", "b", "c", "d", "e");

    /** One agent that changes its opinion in each round. */
    private static List<LensSwarm.Line> turn(int round, String... proposals) {
        List<LensSwarm.Line> lines = new ArrayList<>();
        for (int i = 0; i < proposals.length; i++) {
            lines.add(i == round % proposals.length
                    ? agrees("e", proposals[i], 1)
                    : disagrees("e", proposals[i], 1));
        }
        return lines;
    }

    public static LensSwarm circling(int length) {
        LensSwarm swarm = new LensSwarm("a", "b", "c", "d", "e");
        for (int round = 0; round < length; round++) {
            List<LensSwarm.Line> lines = new ArrayList<>(turn(round, "A", "B"));
            if (round == 0) {
                lines.addAll(0, List.of(proposes("a", "A", 0.5), proposes("b", "B", 0.5), agrees("c", "A", 0.2),
                        disagrees("c", "B", 0.2), agrees("d", "B", 0.2), disagrees("d", "A", 0.2)));
            }
            swarm.round(lines.toArray(LensSwarm.Line[]::new));
        }
        return swarm;
    }

    @Test
    void stopsWhenTheLeadIsPassedAroundAndThatIsNoChance() {
        LensSwarm.Outcome alone = circling(10).solveOnlyWith(LENS);

        assertThat(alone.events()).contains("ending chaos-critical").anyMatch(event -> event.startsWith("6 lens:"));
        assertThat(circling(10).solve(MathConfig.watching()).events())
                .isNotEqualTo(circling(10).solve(MathConfig.watching().without(LENS)).events());
    }

    @Test
    void anAlarmComesBeforeItIsSure() {
        LensSwarm.Outcome six = circling(6).solveOnlyWith(LENS);

        assertThat(six.findingsOf(LENS)).singleElement().isInstanceOfSatisfying(Finding.Settle.class,
                settle -> assertThat(settle.reason()).isEqualTo(MathStopReason.ALGEDONIC_EMERGENCY));
        assertThat(six.events()).contains("ending max-rounds");
    }

    @Test
    void changesNothingWhereTheLeadChangesOnce() {
        LensSwarm ordinary = new LensSwarm("a", "b", "c", "d", "e")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8)).round(agrees("c", "A", 0.6))
                .round(agrees("d", "B", 0.9)).round(agrees("e", "B", 0.5)).round(agrees("a", "B", 0.5));

        assertThat(ordinary.solve().events()).isEqualTo(ordinary.solveWithout(LENS).events());
        assertThat(ordinary.solveOnlyWith(LENS).findingsOf(LENS)).isEmpty();
    }

    @Test
    void oneChangeOfLeaderIsNotChaos() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 1; round <= 9; round++) {
            rounds.round(agrees("c", "A", 0.1 * round));
        }
        assertThat(rounds.reading().period()).isEqualTo(1);
        assertThat(rounds.reading().chaosRisk()).isEqualTo(Risk.NONE);

        rounds.round(agrees("d", "B", 1), agrees("e", "B", 1));

        assertThat(rounds.reading().period()).isZero();
        assertThat(rounds.reading().chaosRisk()).isEqualTo(Risk.NONE);
        assertThat(rounds.all()).isEmpty();
        assertThat(rounds.reading().figures()).containsEntry("chaosRisk", JsonValue.of("none"))
                .containsEntry("recommendation", JsonValue.of("continue"));
    }

    @Test
    void threeProposalsThatTakeTurnsAreNoOrbitOfAnIntervalMap() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1), proposes("c", "C", 1));
        for (int round = 0; round < 9; round++) {
            rounds.round(turn(round, "A", "B", "C"));
        }
        assertThat(rounds.reading().period()).isEqualTo(3);
        assertThat(rounds.reading().chaosRisk()).isEqualTo(Risk.CRITICAL);
        assertThat(rounds.reading().figures()).containsEntry("sharkovskiiTriggered", JsonValue.of(false))
                .containsEntry("estimatedRoundsToChaos", JsonValue.ofNull())
                .containsEntry("lyapunovExponent", JsonValue.ofNull())
                .containsEntry("lyapunovNote", JsonValue.of("insufficient data"));
        assertThat(rounds.found()).extracting(finding -> ((Finding.Settle) finding).reason())
                .containsExactly(MathStopReason.ALGEDONIC_EMERGENCY, MathStopReason.CHAOS_CRITICAL);
    }

    @Test
    void theRiskIsNotForEver() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 0; round < 8; round++) {
            rounds.round(turn(round, "A", "B"));
        }
        assertThat(rounds.reading().chaosRisk()).isEqualTo(Risk.CRITICAL);
        for (int round = 1; round <= 8; round++) {
            rounds.round(agrees("c", "A", 1 - 0.1 * round), agrees("d", "A", 1), agrees("b", "A", 1));
        }
        assertThat(rounds.reading().chaosRisk()).isEqualTo(Risk.NONE);
        assertThat(rounds.reading().period()).isEqualTo(1);
        assertThat(rounds.found()).isEmpty();
    }

    @Test
    void aLeaderThatIsCaughtUpWithPassesNothingAround() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1), agrees("a", "A", 1));
        for (int round = 0; round < 10; round++) {
            rounds.round(agrees("b", "B", round % 2 == 0 ? 1 : 0.5));
        }
        assertThat(rounds.reading().period()).isEqualTo(2);
        assertThat(rounds.reading().chaosRisk()).isEqualTo(Risk.LOW);
        assertThat(rounds.all()).isEmpty();
    }

    @Test
    void aPeriodTwiceAsLongIsNoted() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1), proposes("c", "C", 1));
        for (int round = 0; round < 6; round++) {
            rounds.round(turn(round, "A", "B"));
        }
        assertThat(rounds.reading().doublingDetected()).isFalse();
        for (int round = 0; round < 12; round++) {
            rounds.round(turn(new int[] {0, 1, 0, 2}[round % 4], "A", "B", "C"));
        }
        assertThat(rounds.reading().period()).isEqualTo(4);
        assertThat(rounds.reading().doublingDetected()).isTrue();
    }

    @Test
    void quietRoundsAndAbstentionsChangeNothing() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 0; round < 7; round++) {
            rounds.round(turn(round, "A", "B"));
        }
        ChaosReading before = rounds.reading();

        rounds.round().round(abstains("c", "A")).round(turn(6, "A", "B")).round(discovers("d", "look"));

        assertThat(rounds.reading()).isEqualTo(before);
        assertThat(rounds.found()).isEmpty();
    }

    @Test
    void theOrderOfAgentsWithinARoundDoesNotMatter() {
        HandFed<ChaosReading> other = HandFed.of(LENS, 1_000, "a", "b", "c", "d", "e");
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        other.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 0; round < 8; round++) {
            rounds.round(turn(round, "A", "B"));
            other.round(turn(round, "A", "B").reversed());
        }
        assertThat(other.reading()).isEqualTo(rounds.reading());
        assertThat(other.all()).isEqualTo(rounds.all());
    }

    @Test
    void oneProposalOrNobodyReadsNothing() {
        assertThat(rounds.round().maybe()).isEmpty();
        assertThat(rounds.round(proposes("a", "A", 1), agrees("b", "A", 1)).maybe()).isEmpty();
    }

    @Test
    void aSteadyDebateOfHundredsOfRoundsHasNoExponent() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 0; round < 220; round++) {
            rounds.round(turn(round, "A", "B"));
        }
        assertThat(rounds.reading().lyapunovExponent()).isEmpty();
        assertThat(rounds.reading().figures()).containsEntry("lyapunovNote", JsonValue.of("none fits"));
    }
}
