package dev.waggle.testing;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String TESTING = "dev.waggle.testing";

    private static final JavaClasses MODULE = Ladder.moduleOf(ScriptedModel.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(TESTING + ".provider.rule"), Set.of(TESTING + ".provider.embedding"),
                Set.of(TESTING + ".provider"), Set.of(TESTING))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyJUnitAndAssertJBesideOurModules() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.swarm..",
                "dev.waggle.journal..", TESTING + "..", "com.sun.net.httpserver", "org.junit.jupiter.api..",
                "org.junit.platform.commons..", "org.assertj.core.api..", "org.apiguardian.api").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside(TESTING + ".provider..").check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
