package dev.waggle.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String SIGNAL = "dev.waggle.signal";
    private static final String JSON = "dev.waggle.signal.json";
    private static final String HARNESS = "dev.waggle.swarm.harness";
    private static final String AGENT = "dev.waggle.swarm.agent";
    private static final String CONSENSUS = "dev.waggle.swarm.consensus";
    private static final String REACTION = "dev.waggle.swarm.reaction";
    private static final String REPLY = "dev.waggle.swarm.reaction.reply";
    private static final String PROMPT = "dev.waggle.swarm.reaction.prompt";
    private static final String LENS_DATA = "dev.waggle.swarm.lens.data";
    private static final String LENS = "dev.waggle.swarm.lens";
    private static final String LENS_RUNNER = "dev.waggle.swarm.lens.runner";
    private static final String INFORMATION = "dev.waggle.swarm.lens.information";
    private static final String INFERENCE = "dev.waggle.swarm.lens.inference";
    private static final String GAME = "dev.waggle.swarm.lens.game";
    private static final String DYNAMICS = "dev.waggle.swarm.lens.dynamics";
    private static final String GEOMETRY = "dev.waggle.swarm.lens.geometry";
    private static final String NETWORK = "dev.waggle.swarm.lens.network";
    private static final String SYSTEM = "dev.waggle.swarm.lens.system";
    private static final String MEMORY = "dev.waggle.swarm.memory";
    private static final String ADVISOR = "dev.waggle.swarm.advisor";
    private static final String SELECTION = "dev.waggle.swarm.selection";
    private static final String EVOLUTION = "dev.waggle.swarm.evolution";
    private static final String RUNLOG = "dev.waggle.swarm.runlog";
    private static final String ASSIST = "dev.waggle.swarm.assist";
    private static final String EVENT = "dev.waggle.swarm.event";
    private static final String RECORD = "dev.waggle.swarm.engine.record";
    private static final String SPEECH = "dev.waggle.swarm.engine.speech";
    private static final String TURN = "dev.waggle.swarm.engine.turn";
    private static final String LOOP = "dev.waggle.swarm.engine.loop";
    private static final String IDENTITY = "dev.waggle.swarm.identity";
    private static final String RELIABILITY = "dev.waggle.swarm.reliability";
    private static final String EQUIVALENCE = "dev.waggle.swarm.equivalence";
    private static final String EVALUATION = "dev.waggle.swarm.consensus.evaluation";
    private static final String LENS_BELIEF = "dev.waggle.swarm.lens.belief";
    private static final String LENS_CATALOG = "dev.waggle.swarm.lens.catalog";
    private static final String LENS_ANALYSIS = "dev.waggle.swarm.lens.analysis";
    private static final String ROOT = "dev.waggle.swarm";
    private static final String TEMPLATE = "dev.waggle.swarm.template";
    private static final String REPUTATION = "dev.waggle.swarm.reputation";
    private static final String OUTCOMES = "dev.waggle.swarm.evaluation";
    private static final String COMPOSE = "dev.waggle.swarm.compose";

    private static final List<Set<String>> LEVELS = List.of(Set.of(HARNESS, IDENTITY, RELIABILITY),
            Set.of(HARNESS + ".call", EQUIVALENCE, MEMORY),
            Set.of(ROOT + ".Task"), Set.of(AGENT), Set.of(AGENT + ".call", AGENT + ".episode", AGENT + ".seat"),
            Set.of(REPLY + ".text", REPLY + ".word"), Set.of(REPLY),
            Set.of(PROMPT),
            Set.of(CONSENSUS, REACTION), Set.of(EVALUATION, LENS_DATA), Set.of(LENS, LENS_BELIEF),
            Set.of(INFORMATION, INFERENCE, GAME, DYNAMICS, GEOMETRY, NETWORK, SYSTEM), Set.of(LENS_CATALOG),
            Set.of(LENS_ANALYSIS), Set.of(LENS_RUNNER), Set.of(ADVISOR, SELECTION, EVOLUTION, REPUTATION),
            Set.of(ADVISOR + ".analysis", SELECTION + ".turn", EVOLUTION + ".control"), Set.of(RUNLOG, ASSIST),
            Set.of(EVENT, ROOT + ".report"), Set.of(ROOT + ".SwarmResult", ROOT + ".InnerSolveHost"),
            Set.of(EVENT + ".SwarmEvent"), Set.of(EVENT + ".json", OUTCOMES, ROOT + ".metric"),
            Set.of(ROOT + ".Limits", ROOT + ".SteeringConfig", ROOT + ".JournalProvider"),
            Set.of(ROOT + ".SwarmServices"), Set.of(ROOT + ".SwarmConfig"), Set.of(RECORD), Set.of(SPEECH),
            Set.of(TURN), Set.of(LOOP), Set.of(ROOT), Set.of(TEMPLATE, COMPOSE));

    private static final JavaClasses MODULE = Ladder.moduleOf(Swarm.class);

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(LEVELS).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyTheJdkSignalAndMath() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", SIGNAL + "..", "dev.waggle.math..", "dev.waggle.swarm..")
                .check(MODULE);
    }

    @Test
    void consensusOnlyComputes() {
        Ladder.pure(CONSENSUS, SIGNAL, JSON, IDENTITY, RELIABILITY, "dev.waggle.math.information",
                "dev.waggle.math.inference").check(MODULE);
        Ladder.pure(EVALUATION, SIGNAL, JSON, IDENTITY, EQUIVALENCE, CONSENSUS, "dev.waggle.math.information",
                "dev.waggle.math.inference").check(MODULE);
    }

    @Test
    void lensesOnlyCompute() {
        Ladder.pure(LENS_DATA, "java.util.random", SIGNAL, JSON, IDENTITY, EQUIVALENCE, CONSENSUS,
                "dev.waggle.math.inference")
                .check(MODULE);
        Ladder.pure(LENS_BELIEF, SIGNAL, JSON, LENS_DATA).check(MODULE);
        Ladder.pure(LENS, SIGNAL, JSON, LENS_DATA).check(MODULE);
        lensRoomComputes(INFORMATION, "dev.waggle.math.information");
        String dynamics = "dev.waggle.math.dynamics";
        lensRoomComputes(DYNAMICS, "dev.waggle.math.information", dynamics, dynamics + ".chain",
                dynamics + ".stability", dynamics + ".stopping");
        lensRoomComputes(INFERENCE, "dev.waggle.math.information", "dev.waggle.math.inference",
                "dev.waggle.math.inference.causal");
        for (String room : List.of(GAME, GEOMETRY, NETWORK, SYSTEM)) {
            lensRoomComputes(room, "dev.waggle.math.information", room.replace("swarm.lens", "math"));
        }
        Ladder.pure(LENS_CATALOG, LENS, INFORMATION, INFERENCE, GAME, DYNAMICS, GEOMETRY, NETWORK, SYSTEM)
                .check(MODULE);
        Ladder.pure(LENS_ANALYSIS, SIGNAL, JSON, LENS, LENS_DATA, LENS_CATALOG).check(MODULE);
        Ladder.pure(LENS_RUNNER, SIGNAL, JSON, EQUIVALENCE, CONSENSUS, LENS, LENS_DATA, LENS_CATALOG, LENS_ANALYSIS,
                "dev.waggle.math.information", INFORMATION, INFERENCE, GAME, DYNAMICS).check(MODULE);
    }

    private static void lensRoomComputes(String room, String... kernels) {
        List<String> known = new ArrayList<>(
                List.of("java.util.random", SIGNAL, JSON, LENS, LENS_DATA, LENS_BELIEF, "dev.waggle.math"));
        known.addAll(List.of(kernels));
        Ladder.pure(room, known.toArray(String[]::new)).check(MODULE);
    }

    @Test
    void theAdvisorOnlyComputes() {
        Ladder.pure(ADVISOR, SIGNAL, JSON, IDENTITY).check(MODULE);
        Ladder.pure(ADVISOR + ".analysis", SIGNAL, JSON, IDENTITY, ADVISOR, CONSENSUS, LENS, LENS_CATALOG, INFORMATION,
                GAME,
                DYNAMICS, NETWORK).check(MODULE);
    }

    @Test
    void selectionOnlyComputes() {
        Ladder.pure(SELECTION, SIGNAL, JSON, AGENT, "dev.waggle.math", "dev.waggle.math.information").check(MODULE);
        Ladder.pure(SELECTION + ".turn", SIGNAL, JSON, IDENTITY, EQUIVALENCE, AGENT, SELECTION, "dev.waggle.math",
                "dev.waggle.math.information")
                .check(MODULE);
    }

    @Test
    void reputationOnlyComputes() {
        Ladder.pure(REPUTATION, CONSENSUS, "dev.waggle.math.inference").check(MODULE);
    }

    @Test
    void evolutionOnlyComputes() {
        Ladder.pure(EVOLUTION, AGENT, REACTION).check(MODULE);
        Ladder.pure(EVOLUTION + ".control", SIGNAL, JSON, EQUIVALENCE, AGENT, EVOLUTION, REACTION, LENS, LENS_CATALOG,
                LENS_ANALYSIS,
                INFORMATION, NETWORK).check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    /** Shows that the rules see this module; the rules themselves are tested beside them. */
    @Nested
    class EachRuleFails {

        @Test
        void whenTheLadderIsUpsideDown() {
            assertThatThrownBy(() -> Ladder.rooms(LEVELS.reversed()).check(MODULE))
                    .isInstanceOf(AssertionError.class).hasMessageContaining("climbs").hasMessageContaining("Solve");
        }

        @Test
        void whenSignalIsNotAllowed() {
            assertThatThrownBy(() -> Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.swarm..")
                    .check(MODULE)).isInstanceOf(AssertionError.class)
                    .hasMessageContaining("dev.waggle.signal.Payload");
        }

        @Test
        void whenARoomWithThreadsIsCalledPure() {
            assertThatThrownBy(() -> Ladder.pure(TURN, SIGNAL, JSON, AGENT, CONSENSUS).check(MODULE))
                    .isInstanceOf(AssertionError.class).hasMessageContaining("java.lang.Thread");
        }
    }
}
