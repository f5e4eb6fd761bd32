package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.dynamics.PhaseTransition;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.SwarmPhase;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.PhaseTransitionLens.Action;
import dev.waggle.swarm.lens.dynamics.PhaseTransitionLens.PhaseTransitionReading;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.WeightedVotes;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PhaseTransitionLensTest {

    private static final Lens<PhaseTransitionReading> LENS = LensCatalog.PHASE_TRANSITION;

    /** All agents follow the first proposal, and no agent asks a question. */
    private final LensSwarm following = new LensSwarm("a", "b", "c", "d", "e", "f")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("c", "A", 1), agrees("d", "A", 1), disagrees("b", "A", 0.1))
            .round(agrees("a", "A", 1), agrees("e", "A", 1))
            .round(agrees("f", "A", 1)).round(discovers("a", "one more thing"));

    /** The same after a challenge. */
    private final LensSwarm asking = new LensSwarm("a", "b", "c", "d", "e", "f")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("c", "A", 1), agrees("d", "A", 1), disagrees("b", "A", 0.1),
                    challenges("e", "A", "and what if it rains?"))
            .round(agrees("a", "A", 1), agrees("e", "A", 1))
            .round(agrees("f", "A", 1)).round(discovers("a", "one more thing"));

    private final HandFed<PhaseTransitionReading> rounds = HandFed.of(LENS, 1_000, "a", "b", "c", "d", "e");

    @Test
    void challengesOnceWhatASwarmFollowsThatNobodyHasChallenged() {
        LensSwarm.Outcome with = following.solveOnlyWith(LENS);

        assertThat(with.events()).filteredOn(event -> event.startsWith("3 challenge")).hasSize(1);
        assertThat(with.events()).filteredOn(event -> event.contains("challenge")).hasSize(1);
        LensSwarm.Outcome watched = following.solve(MathConfig.watching());
        assertThat(watched.findingsOf(LENS)).singleElement().isInstanceOf(Finding.Provoke.class);
        assertThat(following.solve(MathConfig.watching().without(LENS)).events()).isNotEqualTo(watched.events());
    }

    @Test
    void changesNothingWhereSomebodyHasAlreadyAsked() {
        assertThat(asking.solve().findingsOf(LENS)).isEmpty();
        assertThat(asking.solve().events()).isEqualTo(asking.solveWithout(LENS).events());
    }

    @Test
    void aDoubtAndAChallengeFromOutsideCountAsWell() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1)).round(doubts("e", "A", "hm"))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1), agrees("d", "A", 1))
                .round(agrees("e", "A", 1));
        assertThat(rounds.all()).isEmpty();
        assertThat(rounds.reading().phase()).isEqualTo(SwarmPhase.ORDERED);
        assertThat(rounds.reading().control().action()).isNotEqualTo(Action.INJECT_CHALLENGE);

        HandFed<PhaseTransitionReading> outside = HandFed.of(LENS, 1_000, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 1), proposes("b", "B", 1)).roundOfTheRuntime(challenges("?", "A", "sure?"))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1), agrees("d", "A", 1))
                .round(agrees("e", "A", 1));
        assertThat(outside.all()).isEmpty();
    }

    @Test
    void aChallengeOfAnotherProposalTestsNotTheLeader() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1), challenges("c", "B", "why?"))
                .round(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1))
                .round(agrees("d", "A", 1), agrees("e", "A", 1));

        assertThat(rounds.found()).singleElement().isInstanceOf(Finding.Provoke.class);
        assertThat(rounds.reading().control().action()).isEqualTo(Action.INJECT_CHALLENGE);
    }

    @Test
    void saysNothingDuringItsWarmUp() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        assertThat(rounds.maybe()).isEmpty();

        rounds.round(agrees("a", "A", 1), disagrees("a", "B", 1), agrees("b", "A", 1), disagrees("b", "B", 1),
                agrees("c", "A", 1), disagrees("c", "B", 1), agrees("d", "A", 1), disagrees("d", "B", 1));

        assertThat(rounds.reading().orderParameter()).isGreaterThan(0.9);
        assertThat(rounds.reading().phase()).isEqualTo(SwarmPhase.DISORDERED);
        assertThat(rounds.reading().control().intensity()).isZero();
        assertThat(rounds.reading().control().explorationMultiplier()).isEqualTo(1);
        assertThat(rounds.found()).isEmpty();
    }

    @Test
    void aSteadyRiseIsNotCritical() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (String voter : List.of("a", "b", "c", "d", "e")) {
            rounds.round(agrees(voter, "A", 0.8));
            assertThat(rounds.reading().phase()).isNotEqualTo(SwarmPhase.CRITICAL);
            assertThat(rounds.reading().criticalityScore()).isLessThan(PhaseTransitionLens.CRITICAL);
        }
    }

    @Test
    void opinionsThatGoToAndFroAreCritical() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 0; round < 6; round++) {
            rounds.round(round % 2 == 0
                    ? List.of(agrees("a", "A", 1), agrees("b", "A", 1), agrees("c", "A", 1))
                    : List.of(disagrees("a", "A", 0.1), agrees("b", "A", 0), agrees("c", "A", 0)));
        }
        assertThat(rounds.reading().orderParameter()).isBetween(0.5, 0.79);
        assertThat(rounds.reading().phase()).isEqualTo(SwarmPhase.CRITICAL);
        assertThat(rounds.reading().control().action()).isEqualTo(Action.MAINTAIN);
    }

    @Test
    void theSusceptibilityGrowsWithTheAgentsAndNotWithTheWindow() {
        List<String> many = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
        for (int i = 0; i < 495; i++) {
            many.add("silent " + i);
        }
        HandFed<PhaseTransitionReading> crowd = HandFed.of(LENS, 1_000, many.toArray(String[]::new));
        List<Double> orders = new ArrayList<>();
        List<List<LensSwarm.Line>> script = List.of(List.of(proposes("a", "A", 1), proposes("b", "B", 1)),
                List.of(agrees("a", "A", 1)), List.of(agrees("b", "B", 0.5)), List.of(agrees("c", "A", 1)),
                List.of(agrees("d", "B", 1)));
        for (List<LensSwarm.Line> lines : script) {
            rounds.round(lines);
            crowd.round(lines);
            orders.add(rounds.chronicle().share(rounds.chronicle().leader().orElse(0)));
        }
        double[] samples = orders.stream().mapToDouble(Double::doubleValue).toArray();

        assertThat(rounds.reading().susceptibility())
                .isCloseTo(PhaseTransition.detrendedSusceptibility(samples, 5), within(1e-15)).isPositive();
        assertThat(crowd.reading().susceptibility())
                .isCloseTo(100 * rounds.reading().susceptibility(), within(1e-12));
        assertThat(crowd.reading().criticalityScore()).isEqualTo(rounds.reading().criticalityScore());
    }

    @Test
    void aSingleProposalIsNoOrder() {
        rounds.round(proposes("a", "A", 1)).round(agrees("b", "A", 1)).round(agrees("c", "A", 1))
                .round(agrees("d", "A", 1));

        assertThat(rounds.maybe()).isEmpty();
        assertThat(rounds.all()).isEmpty();
    }

    @Test
    void theOrderOfOneVoterIsNoOrderOfAGroup() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 0; round < 4; round++) {
            rounds.round(LensSwarm.says("a", WeightedVotes.of("A", 50 + round, 1)));
        }
        assertThat(rounds.reading().phase()).isEqualTo(SwarmPhase.ORDERED);
        assertThat(rounds.all()).isEmpty();
    }

    @Test
    void quietRoundsAndAbstentionsChangeNothing() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1)).round(agrees("a", "A", 1))
                .round(agrees("b", "B", 1));
        PhaseTransitionReading before = rounds.reading();

        rounds.round().round(abstains("c", "A")).round(agrees("a", "A", 1)).round(discovers("d", "look"));

        assertThat(rounds.reading()).isEqualTo(before);
    }

    @Test
    void theOrderOfAgentsWithinARoundDoesNotMatter() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1))
                .round(agrees("a", "A", 0.7), agrees("c", "A", 0.3), disagrees("d", "B", 0.9));
        HandFed<PhaseTransitionReading> other = HandFed.of(LENS, 1_000, "a", "b", "c", "d", "e")
                .round(proposes("a", "A", 1), proposes("b", "B", 1))
                .round(disagrees("d", "B", 0.9), agrees("c", "A", 0.3), agrees("a", "A", 0.7));

        assertThat(other.reading()).isEqualTo(rounds.reading());
    }

    @Test
    void spreadProposalsAskForLessExploration() {
        for (int i = 0; i < 12; i++) {
            rounds.round(proposes("a", "proposal " + i, 1));
        }
        assertThat(rounds.reading().orderParameter()).isCloseTo(1 / 12.0, within(1e-12));
        assertThat(rounds.reading().phase()).isEqualTo(SwarmPhase.DISORDERED);
        assertThat(rounds.reading().control().action()).isEqualTo(Action.DECREASE_EXPLORATION);
        assertThat(rounds.reading().control().explorationMultiplier()).isCloseTo(1 - 0.7 * 0.8, within(1e-12));
        assertThat(rounds.reading().control().intensity()).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void fewStepsAreNeverScaleFree() {
        rounds.round(proposes("a", "A", 1), proposes("b", "B", 1));
        for (int round = 1; round <= 40; round++) {
            rounds.round(agrees("a", "A", 1.0 / (round * round)));
        }
        assertThat(rounds.reading().scaleFreeSignature()).isFalse();
        assertThat(rounds.reading().figures()).containsEntry("scaleFreeSignature", JsonValue.of(false))
                .containsEntry("phase", JsonValue.of("disordered"));
    }
}
