package dev.waggle.dashboard;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final JavaClasses MODULE = Ladder.moduleOf(WebFiles.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of("dev.waggle.dashboard"))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyWhatItNames() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle..").check(MODULE);
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
