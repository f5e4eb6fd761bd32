package dev.waggle.swarm;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import dev.waggle.swarm.solve.Swarm;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String SIGNAL = "dev.waggle.signal";
    private static final String HARNESS = "dev.waggle.swarm.harness";
    private static final String AGENT = "dev.waggle.swarm.agent";
    private static final String CONSENSUS = "dev.waggle.swarm.consensus";
    private static final String REACTION = "dev.waggle.swarm.reaction";
    private static final String LENS = "dev.waggle.swarm.lens";
    private static final String MEMORY = "dev.waggle.swarm.memory";
    private static final String ADVISOR = "dev.waggle.swarm.advisor";
    private static final String SELECTION = "dev.waggle.swarm.selection";
    private static final String EVOLUTION = "dev.waggle.swarm.evolution";
    private static final String FACT = "dev.waggle.swarm.fact";
    private static final String SOLVE = "dev.waggle.swarm.solve";
    private static final String TEMPLATE = "dev.waggle.swarm.template";
    private static final String COMPOSE = "dev.waggle.swarm.compose";

    private static final List<Set<String>> LEVELS = List.of(Set.of(HARNESS), Set.of(AGENT),
            Set.of(CONSENSUS, REACTION, MEMORY), Set.of(LENS), Set.of(ADVISOR, SELECTION), Set.of(EVOLUTION),
            Set.of(FACT), Set.of(SOLVE), Set.of(TEMPLATE, COMPOSE));

    private static final JavaClasses MODULE = Ladder.moduleOf(Swarm.class);

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
        Ladder.pure(CONSENSUS, SIGNAL, "dev.waggle.math.information").check(MODULE);
    }

    @Test
    void lensesOnlyCompute() {
        Ladder.pure(LENS, "java.util.random", SIGNAL, CONSENSUS, "dev.waggle.math", "dev.waggle.math.information",
                "dev.waggle.math.inference", "dev.waggle.math.game", "dev.waggle.math.dynamics",
                "dev.waggle.math.geometry", "dev.waggle.math.network", "dev.waggle.math.system").check(MODULE);
    }

    @Test
    void theAdvisorOnlyComputes() {
        Ladder.pure(ADVISOR, SIGNAL, AGENT, CONSENSUS, LENS).check(MODULE);
    }

    @Test
    void selectionOnlyComputes() {
        Ladder.pure(SELECTION, SIGNAL, AGENT, "dev.waggle.math", "dev.waggle.math.information").check(MODULE);
    }

    @Test
    void evolutionOnlyComputes() {
        Ladder.pure(EVOLUTION, SIGNAL, AGENT, REACTION, LENS).check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    /** The rules themselves are tested beside them; here, that they see this module. */
    @Nested
    class EachRuleFails {

        @Test
        void whenTheLadderIsUpsideDown() {
            assertThatThrownBy(() -> Ladder.rooms(LEVELS.reversed()).check(MODULE))
                    .isInstanceOf(AssertionError.class).hasMessageContaining("climbs").hasMessageContaining("Floor");
        }

        @Test
        void whenSignalIsNotAllowed() {
            assertThatThrownBy(() -> Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.swarm..")
                    .check(MODULE)).isInstanceOf(AssertionError.class)
                    .hasMessageContaining("dev.waggle.signal.Payload");
        }

        @Test
        void whenARoomWithThreadsIsCalledPure() {
            assertThatThrownBy(() -> Ladder.pure(SOLVE, SIGNAL, AGENT, CONSENSUS).check(MODULE))
                    .isInstanceOf(AssertionError.class).hasMessageContaining("java.lang.Thread");
        }
    }
}
