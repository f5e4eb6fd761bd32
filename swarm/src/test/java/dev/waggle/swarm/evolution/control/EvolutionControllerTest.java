package dev.waggle.swarm.evolution.control;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.lens.Finding;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evolution.control.Told.gap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvolutionControllerTest {

    private static final EvolutionConfig GROWING = EvolutionConfig.defaults().withEvolutionEnabled();

    @Test
    void j10AGapSeenByThreeDetectorsInOneRoundSpawnsOnlyWhenItIsSeenInASecond() {
        Told told = new Told(GROWING, "a", "b");
        Finding[] three = {gap("lateral-thinker", 0.6), gap("lateral-thinker", 0.7), gap("lateral-thinker", 0.6)};

        assertThat(told.endsRound(three)).isEmpty();
        assertThat(told.endsRound(three)).singleElement().isInstanceOfSatisfying(EvolutionStep.Spawn.class, spawn -> {
            assertThat(spawn.agentId()).isEqualTo("evolved-lateral-thinker-1");
            assertThat(spawn.vacancy().profile().id()).isEqualTo("evolved-lateral-thinker-1");
            assertThat(spawn.reason()).isEqualTo("the round lacks a lateral-thinker");
        });
        assertThat(told.controller.report().spawned())
                .containsExactly(new EvolutionReport.SpawnedAgent("evolved-lateral-thinker-1", "lateral-thinker", 2,
                        "the round lacks a lateral-thinker"));
    }

    @Test
    void j11NeverMoreThanThreeEvolvedAgentsAreActive() {
        Told told = new Told(GROWING, "a");
        Finding[] four = {gap("synthesizer"), gap("lateral-thinker"), gap("critical-challenger"), gap("mediator")};
        for (int round = 1; round <= 20; round++) {
            told.endsRound(four);
            assertThat(told.controller.report().activeEvolvedCount()).as("round %d", round).isLessThanOrEqualTo(3);
        }
        assertThat(told.controller.report().spawned()).extracting(EvolutionReport.SpawnedAgent::domain).startsWith(
                "synthesizer", "lateral-thinker", "critical-challenger", "mediator");
    }

    @Test
    void j12TheSilentOneGoesWhenTheWindowEndsAndTheProductiveOneStays() {
        Told told = new Told(GROWING, "a");
        told.endsRound(gap("explorer"), gap("critical-challenger"));
        assertThat(told.endsRound(gap("explorer"), gap("critical-challenger"))).hasSize(2);
        for (int round = 3; round <= 6; round++) {
            told.proposes("evolved-explorer-1", "p" + round);
            assertThat(told.endsRound()).as("round %d", round).isEmpty();
        }
        told.proposes("evolved-explorer-1", "p7");

        assertThat(told.endsRound()).singleElement().isEqualTo(new EvolutionStep.Dissolve(
                "evolved-critical-challenger-1",
                "its value is 0.00 after 5 rounds, threshold 0.50: 0 signals, 0 of use"));
        assertThat(told.controller.report().activeEvolvedCount()).isEqualTo(1);
        assertThat(told.controller.service("evolved-explorer-1")).contains(new AgentService(5, 5, 3));
        assertThat(told.controller.service("evolved-critical-challenger-1")).isEmpty();
    }

    @Test
    void j13ADissolvedDomainIsFilledAgainOnlyAfterItHasCooledDown() {
        Told told = new Told(GROWING.withEvaluationWindow(2).withCooldownRounds(3), "a");
        List<String> seen = new ArrayList<>();
        for (int round = 1; round <= 8; round++) {
            int now = round;
            told.endsRound(gap("mediator")).forEach(step -> seen.add(now + " " + step.agentId() + " "
                    + step.getClass().getSimpleName()));
        }
        assertThat(seen).containsExactly("2 evolved-mediator-1 Spawn", "4 evolved-mediator-1 Dissolve",
                "7 evolved-mediator-2 Spawn");
    }

    @Test
    void j14OneEvolvedAgentGoesARoundWhenSeveralRepeatAndNobodyElse() {
        Told told = new Told(GROWING, "a", "b");
        told.endsRound(gap("explorer"), gap("mediator"));
        told.endsRound(gap("explorer"), gap("mediator"));
        told.proposes("evolved-mediator-1", "p");
        told.proposes("evolved-explorer-1", "p");
        Finding redundant = new Finding.Prune("mutual-information",
                List.of("a", "evolved-mediator-1", "evolved-explorer-1"), "they say the same");

        assertThat(told.endsRound(0.8, redundant)).as("not above the threshold").isEmpty();
        assertThat(told.endsRound(0.85, redundant)).singleElement()
                .isInstanceOfSatisfying(EvolutionStep.Dissolve.class,
                        gone -> assertThat(gone.agentId()).as("the less useful").isEqualTo("evolved-explorer-1"));
        assertThat(told.endsRound(0.85, redundant)).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-mediator-1");
        assertThat(told.endsRound(0.85, redundant)).as("a was there from the start").isEmpty();
    }

    @Test
    void whomOtherLensesCallUselessMayStay() {
        Told told = new Told(GROWING, "a");
        String agent = told.spawned("explorer");
        assertThat(told.endsRound(0.99, new Finding.Prune("shapley", List.of(agent), "adds little"))).isEmpty();
    }

    @Test
    void aGapThatIsNotSeenForAsLongAsTheCoolDownIsForgotten() {
        Told forgotten = new Told(GROWING, "a");
        forgotten.endsRound(gap("mediator"));
        IntStream.range(0, 3).forEach(_ -> forgotten.endsRound());
        assertThat(forgotten.endsRound(gap("mediator"))).isEmpty();

        Told remembered = new Told(GROWING, "a");
        remembered.endsRound(gap("mediator"));
        IntStream.range(0, 2).forEach(_ -> remembered.endsRound());
        assertThat(remembered.endsRound(gap("mediator"))).hasSize(1);
    }

    @Test
    void whatIsNotUrgentBecomesSoWhenItLasts() {
        Told told = new Told(GROWING, "a");
        assertThat(told.endsRound(gap("mediator", 0.3))).isEmpty();
        assertThat(told.endsRound(gap("mediator", 0.3))).isEmpty();
        assertThat(told.endsRound(gap("mediator", 0.3))).isEmpty();
        assertThat(told.endsRound(gap("mediator", 0.3))).hasSize(1);
    }

    @Test
    void isolationSpawnsAConnectorInItsSecondRound() {
        Told told = new Told(GROWING, "a", "b");
        assertThat(told.endsRound(isolated(told))).isEmpty();
        assertThat(told.endsRound(isolated(told))).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-bridge-connector-1");
    }

    @Test
    void theSilenceAndTheIsolationOfNewcomersAreNoGaps() {
        Told told = new Told(GROWING, "a");
        IntStream.range(0, 2).forEach(_ -> told.endsRound(gap("explorer"), gap("mediator"), gap("synthesizer")));
        IntStream.range(0, 4)
                .forEach(_ -> assertThat(told.endsRound(new EvolutionInput(told.nextRound(), List.of(), 0, 0,
                        List.of("evolved-explorer-1", "evolved-mediator-1"), OptionalDouble.empty()))).isEmpty());
    }

    @Test
    void silenceSpawnsAContributorInItsThirdRound() {
        Told told = new Told(GROWING, "a", "b", "c", "d");
        told.proposes("d", "p");
        assertThat(told.endsRound()).isEmpty();
        assertThat(told.endsRound()).isEmpty();
        assertThat(told.endsRound()).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-active-contributor-1");
    }

    @Test
    void nobodyIsSilentWhoSaysTwoThingsOrProposes() {
        Told told = new Told(GROWING, "a", "b", "c", "d");
        told.proposes("d", "p");
        told.discovers("a");
        told.discovers("a");
        IntStream.range(0, 9).forEach(_ -> assertThat(told.endsRound()).isEmpty());
    }

    @Test
    void uncertaintyThatStaysSpawnsALateralThinker() {
        Told told = new Told(GROWING, "a");
        assertThat(told.endsRound(stuck(told))).as("nothing to gain in the first round").isEmpty();
        assertThat(told.endsRound(stuck(told))).isEmpty();
        told.proposes("a", "p");
        assertThat(told.endsRound(stuck(told))).as("a new proposal opens the question, no gap").isEmpty();
        assertThat(told.endsRound(stuck(told))).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-lateral-thinker-1");
    }

    @Test
    void uncertaintyThatFallsIsNoGap() {
        Told told = new Told(GROWING, "a");
        IntStream.range(0, 5).forEach(_ -> assertThat(told.endsRound(
                new EvolutionInput(told.nextRound(), List.of(), 0.9, 0.01, List.of(), OptionalDouble.empty())))
                .isEmpty());
        IntStream.range(0, 5).forEach(_ -> assertThat(told.endsRound(
                new EvolutionInput(told.nextRound(), List.of(), 0.7, 0, List.of(), OptionalDouble.empty()))).isEmpty());
    }

    @Test
    void anIdIsNeverGivenTwice() {
        Told told = new Told(GROWING, "evolved-mediator-1", "evolved-mediator-2");
        assertThat(told.spawned("mediator")).isEqualTo("evolved-mediator-3");
    }

    @Test
    void whoCouldNotBeHadIsNotInTheReportAndIsNotAskedForAgainAtOnce() {
        Told told = new Told(GROWING, "a");
        String agent = told.spawned("mediator");
        told.controller.cancelSpawn(agent);

        assertThat(told.controller.report()).isEqualTo(EvolutionReport.nothing());
        assertThat(told.endsRound(gap("mediator"))).isEmpty();
        assertThat(told.endsRound(gap("mediator"))).isEmpty();
        assertThat(told.endsRound(gap("mediator"))).hasSize(1);
        assertThatThrownBy(() -> told.controller.cancelSpawn("a")).hasMessageContaining("\"a\"");
    }

    @Test
    void aSwarmThatDoesNotEvolveStaysAsItIs() {
        Told told = new Told(EvolutionConfig.defaults(), "a");
        IntStream.range(0, 9).forEach(_ -> assertThat(told.endsRound(gap("mediator"))).isEmpty());
    }

    @Test
    void aRoundIsLookedAtOnce() {
        Told told = new Told(GROWING, "a");
        told.endsRound();
        assertThatThrownBy(() -> told.endsRound(EvolutionInput.of(1, List.of())))
                .hasMessageContaining("above 1, got 1");
    }

    @Test
    void aDomainMayBeNamedInAnyWay() {
        Told told = new Told(GROWING, "a");
        assertThat(told.spawned("  Tax\u0000 Expert (EU)!\n" + "x".repeat(600)))
                .matches("evolved-tax-expert-eu-x+-1").hasSizeLessThan(60);
        assertThat(told.spawned("\u4e13\u5bb6")).isEqualTo("evolved-specialist-1");
    }

    @Test
    void theSameRoundsGiveTheSameSteps() {
        assertThat(story()).isEqualTo(story()).isNotEmpty();
    }

    private static List<EvolutionStep> story() {
        Told told = new Told(GROWING.withEvaluationWindow(2), "a", "b", "c");
        List<EvolutionStep> steps = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            told.proposes("a", "p" + round);
            told.votes("b", "p0", round % 2 == 0 ? Stance.AGREE : Stance.DISAGREE);
            steps.addAll(told.endsRound(stuck(told)));
            steps.addAll(told.endsRound(0.9, gap("mediator"), gap("explorer"), new Finding.Prune("mutual-information",
                    List.of("evolved-explorer-1", "evolved-mediator-1"), "same")));
        }
        return steps;
    }

    private static EvolutionInput stuck(Told told) {
        return new EvolutionInput(told.nextRound(), List.of(), 0.95, 0.001, List.of(), OptionalDouble.empty());
    }

    private static EvolutionInput isolated(Told told) {
        return new EvolutionInput(told.nextRound(), List.of(), 0, 0, List.of("b"), OptionalDouble.empty());
    }
}
