package dev.waggle.spring;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String SPRING = "dev.waggle.spring";

    private static final JavaClasses MODULE = Ladder.moduleOf(WaggleAutoConfiguration.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(SPRING + ".property", SPRING + ".model"),
                Set.of(SPRING + ".ai", SPRING + ".actuate", SPRING + ".dashboard", SPRING + ".memory",
                        SPRING + ".run"),
                Set.of(SPRING))).check(MODULE);
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
