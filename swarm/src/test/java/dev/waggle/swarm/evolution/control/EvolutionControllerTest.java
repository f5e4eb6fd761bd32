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

import static dev.waggle.swarm.evolution.control.EvolutionScript.gap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvolutionControllerTest {

    private static final EvolutionConfig GROWING = EvolutionConfig.defaults().withEvolutionEnabled();

    @Test
    void j10AGapSeenByThreeDetectorsInOneRoundSpawnsOnlyWhenItIsSeenInASecond() {
        EvolutionScript script = new EvolutionScript(GROWING, "a", "b");
        Finding[] three = {gap("lateral-thinker", 0.6), gap("lateral-thinker", 0.7), gap("lateral-thinker", 0.6)};

        assertThat(script.endsRound(three)).isEmpty();
        assertThat(script.endsRound(three)).singleElement().isInstanceOfSatisfying(EvolutionStep.Spawn.class, spawn -> {
            assertThat(spawn.agentId()).isEqualTo("evolved-lateral-thinker-1");
            assertThat(spawn.vacancy().profile().id()).isEqualTo("evolved-lateral-thinker-1");
            assertThat(spawn.reason()).isEqualTo("the round lacks a lateral-thinker");
        });
        assertThat(script.controller.report().spawned())
                .containsExactly(new EvolutionReport.SpawnedAgent("evolved-lateral-thinker-1", "lateral-thinker", 2,
                        "the round lacks a lateral-thinker"));
    }

    @Test
    void j11NeverMoreThanThreeEvolvedAgentsAreActive() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        Finding[] four = {gap("synthesizer"), gap("lateral-thinker"), gap("critical-challenger"), gap("mediator")};
        for (int round = 1; round <= 20; round++) {
            script.endsRound(four);
            assertThat(script.controller.report().activeEvolvedCount()).as("round %d", round).isLessThanOrEqualTo(3);
        }
        assertThat(script.controller.report().spawned()).extracting(EvolutionReport.SpawnedAgent::domain).startsWith(
                "synthesizer", "lateral-thinker", "critical-challenger", "mediator");
    }

    @Test
    void j12TheSilentOneGoesWhenTheWindowEndsAndTheProductiveOneStays() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        script.endsRound(gap("explorer"), gap("critical-challenger"));
        assertThat(script.endsRound(gap("explorer"), gap("critical-challenger"))).hasSize(2);
        for (int round = 3; round <= 6; round++) {
            script.proposes("evolved-explorer-1", "p" + round);
            assertThat(script.endsRound()).as("round %d", round).isEmpty();
        }
        script.proposes("evolved-explorer-1", "p7");

        assertThat(script.endsRound()).singleElement().isEqualTo(new EvolutionStep.Dissolve(
                "evolved-critical-challenger-1",
                "its value is 0.00 after 5 rounds, threshold 0.50: 0 signals, 0 of use"));
        assertThat(script.controller.report().activeEvolvedCount()).isEqualTo(1);
        assertThat(script.controller.service("evolved-explorer-1")).contains(new AgentService(5, 5, 3));
        assertThat(script.controller.service("evolved-critical-challenger-1")).isEmpty();
    }

    @Test
    void j13ADissolvedDomainIsFilledAgainOnlyAfterItHasCooledDown() {
        EvolutionScript script = new EvolutionScript(GROWING.withEvaluationWindow(2).withCooldownRounds(3), "a");
        List<String> seen = new ArrayList<>();
        for (int round = 1; round <= 8; round++) {
            int now = round;
            script.endsRound(gap("mediator")).forEach(step -> seen.add(now + " " + step.agentId() + " "
                    + step.getClass().getSimpleName()));
        }
        assertThat(seen).containsExactly("2 evolved-mediator-1 Spawn", "4 evolved-mediator-1 Dissolve",
                "7 evolved-mediator-2 Spawn");
    }

    @Test
    void j14OneEvolvedAgentGoesARoundWhenSeveralRepeatAndNobodyElse() {
        EvolutionScript script = new EvolutionScript(GROWING, "a", "b");
        script.endsRound(gap("explorer"), gap("mediator"));
        script.endsRound(gap("explorer"), gap("mediator"));
        script.proposes("evolved-mediator-1", "p");
        script.proposes("evolved-explorer-1", "p");
        Finding redundant = new Finding.Prune("mutual-information",
                List.of("a", "evolved-mediator-1", "evolved-explorer-1"), "they say the same");

        assertThat(script.endsRound(0.8, redundant)).as("not above the threshold").isEmpty();
        assertThat(script.endsRound(0.85, redundant)).singleElement()
                .isInstanceOfSatisfying(EvolutionStep.Dissolve.class,
                        dissolved -> assertThat(dissolved.agentId()).as("the less useful")
                                .isEqualTo("evolved-explorer-1"));
        assertThat(script.endsRound(0.85, redundant)).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-mediator-1");
        assertThat(script.endsRound(0.85, redundant)).as("a was there from the start").isEmpty();
    }

    @Test
    void whomOtherLensesCallUselessMayStay() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        String agent = script.spawned("explorer");
        assertThat(script.endsRound(0.99, new Finding.Prune("shapley", List.of(agent), "adds little"))).isEmpty();
    }

    @Test
    void aGapThatIsNotSeenForAsLongAsTheCoolDownIsForgotten() {
        EvolutionScript forgotten = new EvolutionScript(GROWING, "a");
        forgotten.endsRound(gap("mediator"));
        IntStream.range(0, 3).forEach(_ -> forgotten.endsRound());
        assertThat(forgotten.endsRound(gap("mediator"))).isEmpty();

        EvolutionScript remembered = new EvolutionScript(GROWING, "a");
        remembered.endsRound(gap("mediator"));
        IntStream.range(0, 2).forEach(_ -> remembered.endsRound());
        assertThat(remembered.endsRound(gap("mediator"))).hasSize(1);
    }

    @Test
    void whatIsNotUrgentBecomesSoWhenItLasts() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        assertThat(script.endsRound(gap("mediator", 0.3))).isEmpty();
        assertThat(script.endsRound(gap("mediator", 0.3))).isEmpty();
        assertThat(script.endsRound(gap("mediator", 0.3))).isEmpty();
        assertThat(script.endsRound(gap("mediator", 0.3))).hasSize(1);
    }

    @Test
    void isolationSpawnsAConnectorInItsSecondRound() {
        EvolutionScript script = new EvolutionScript(GROWING, "a", "b");
        assertThat(script.endsRound(isolated(script))).isEmpty();
        assertThat(script.endsRound(isolated(script))).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-bridge-connector-1");
    }

    @Test
    void theSilenceAndTheIsolationOfNewcomersAreNoGaps() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        IntStream.range(0, 2).forEach(_ -> script.endsRound(gap("explorer"), gap("mediator"), gap("synthesizer")));
        IntStream.range(0, 4)
                .forEach(_ -> assertThat(script.endsRound(new EvolutionInput(script.nextRound(), List.of(), 0, 0,
                        List.of("evolved-explorer-1", "evolved-mediator-1"), OptionalDouble.empty()))).isEmpty());
    }

    @Test
    void silenceSpawnsAContributorInItsThirdRound() {
        EvolutionScript script = new EvolutionScript(GROWING, "a", "b", "c", "d");
        script.proposes("d", "p");
        assertThat(script.endsRound()).isEmpty();
        assertThat(script.endsRound()).isEmpty();
        assertThat(script.endsRound()).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-active-contributor-1");
    }

    @Test
    void nobodyIsSilentWhoSaysTwoThingsOrProposes() {
        EvolutionScript script = new EvolutionScript(GROWING, "a", "b", "c", "d");
        script.proposes("d", "p");
        script.discovers("a");
        script.discovers("a");
        IntStream.range(0, 9).forEach(_ -> assertThat(script.endsRound()).isEmpty());
    }

    @Test
    void uncertaintyThatStaysSpawnsALateralThinker() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        assertThat(script.endsRound(stuck(script))).as("nothing to gain in the first round").isEmpty();
        assertThat(script.endsRound(stuck(script))).isEmpty();
        script.proposes("a", "p");
        assertThat(script.endsRound(stuck(script))).as("a new proposal opens the question, no gap").isEmpty();
        assertThat(script.endsRound(stuck(script))).extracting(EvolutionStep::agentId)
                .containsExactly("evolved-lateral-thinker-1");
    }

    @Test
    void uncertaintyThatFallsIsNoGap() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        IntStream.range(0, 5).forEach(_ -> assertThat(script.endsRound(
                new EvolutionInput(script.nextRound(), List.of(), 0.9, 0.01, List.of(), OptionalDouble.empty())))
                .isEmpty());
        IntStream.range(0, 5).forEach(_ -> assertThat(script.endsRound(
                new EvolutionInput(script.nextRound(), List.of(), 0.7, 0, List.of(), OptionalDouble.empty())))
                .isEmpty());
    }

    @Test
    void anIdIsNeverGivenTwice() {
        EvolutionScript script = new EvolutionScript(GROWING, "evolved-mediator-1", "evolved-mediator-2");
        assertThat(script.spawned("mediator")).isEqualTo("evolved-mediator-3");
    }

    @Test
    void whoCouldNotBeHadIsNotInTheReportAndIsNotAskedForAgainAtOnce() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        String agent = script.spawned("mediator");
        script.controller.cancelSpawn(agent);

        assertThat(script.controller.report()).isEqualTo(EvolutionReport.nothing());
        assertThat(script.endsRound(gap("mediator"))).isEmpty();
        assertThat(script.endsRound(gap("mediator"))).isEmpty();
        assertThat(script.endsRound(gap("mediator"))).hasSize(1);
        assertThatThrownBy(() -> script.controller.cancelSpawn("a")).hasMessageContaining("\"a\"");
    }

    @Test
    void aSwarmThatDoesNotEvolveStaysAsItIs() {
        EvolutionScript script = new EvolutionScript(EvolutionConfig.defaults(), "a");
        IntStream.range(0, 9).forEach(_ -> assertThat(script.endsRound(gap("mediator"))).isEmpty());
    }

    @Test
    void aRoundIsLookedAtOnce() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        script.endsRound();
        assertThatThrownBy(() -> script.endsRound(EvolutionInput.of(1, List.of())))
                .hasMessageContaining("above 1, got 1");
    }

    @Test
    void aDomainMayBeNamedInAnyWay() {
        EvolutionScript script = new EvolutionScript(GROWING, "a");
        assertThat(script.spawned("  Tax\u0000 Expert (EU)!\n" + "x".repeat(600)))
                .matches("evolved-tax-expert-eu-x+-1").hasSizeLessThan(60);
        assertThat(script.spawned("\u4e13\u5bb6")).isEqualTo("evolved-specialist-1");
    }

    @Test
    void theSameRoundsGiveTheSameSteps() {
        assertThat(story()).isEqualTo(story()).isNotEmpty();
    }

    private static List<EvolutionStep> story() {
        EvolutionScript script = new EvolutionScript(GROWING.withEvaluationWindow(2), "a", "b", "c");
        List<EvolutionStep> steps = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            script.proposes("a", "p" + round);
            script.votes("b", "p0", round % 2 == 0 ? Stance.AGREE : Stance.DISAGREE);
            steps.addAll(script.endsRound(stuck(script)));
            steps.addAll(script.endsRound(0.9, gap("mediator"), gap("explorer"), new Finding.Prune("mutual-information",
                    List.of("evolved-explorer-1", "evolved-mediator-1"), "same")));
        }
        return steps;
    }

    private static EvolutionInput stuck(EvolutionScript script) {
        return new EvolutionInput(script.nextRound(), List.of(), 0.95, 0.001, List.of(), OptionalDouble.empty());
    }

    private static EvolutionInput isolated(EvolutionScript script) {
        return new EvolutionInput(script.nextRound(), List.of(), 0, 0, List.of("b"), OptionalDouble.empty());
    }
}
