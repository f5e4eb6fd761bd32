package dev.waggle.review;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String REVIEW = "dev.waggle.review";

    private static final List<Set<String>> LEVELS = List.of(Set.of(REVIEW),
            Set.of(REVIEW + ".lens", REVIEW + ".whatif", REVIEW + ".replay", REVIEW + ".effort"),
            Set.of(REVIEW + ".batch"), Set.of(REVIEW + ".explain", REVIEW + ".evaluation"),
            Set.of(REVIEW + ".view"), Set.of(REVIEW + ".json", REVIEW + ".outcome",
                    REVIEW + ".evaluation.rule", REVIEW + ".evaluation.report"),
            Set.of(REVIEW + ".evaluation.council"));

    private static final JavaClasses MODULE = Ladder.moduleOf(RunLog.class);

    @Test
    void explanationsStandOnRecountsAndLenses() {
        Ladder.rooms(LEVELS).check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }

    @Test
    void theModuleNeedsOnlyTheJdkSignalAndSwarm() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.swarm..",
                "dev.waggle.math.information", "dev.waggle.math.inference", "dev.waggle.math.inference.crowd",
                REVIEW + "..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void theLadderSeesTheseRooms() {
        assertThatThrownBy(() -> Ladder.rooms(LEVELS.reversed()).check(MODULE)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("climbs");
    }
}
