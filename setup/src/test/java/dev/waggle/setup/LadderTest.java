package dev.waggle.setup;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String SETUP = "dev.waggle.setup";

    private static final JavaClasses MODULE = Ladder.moduleOf(SwarmSetup.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(SETUP + ".team"), Set.of(SETUP + ".folder"), Set.of(SETUP))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlySignalsTheSwarmAndItsFolder() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.swarm..",
                "dev.waggle.journal..",
                SETUP + "..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
