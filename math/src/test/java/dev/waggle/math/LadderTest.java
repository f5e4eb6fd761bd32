package dev.waggle.math;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String GROUND = "dev.waggle.math";

    /** Packages of the sciences that kernels come from; they do not depend on each other. */
    private static final Set<String> SCIENCES = Set.of(GROUND + ".inference",
            GROUND + ".inference.causal", GROUND + ".inference.crowd", GROUND + ".inference.logit", GROUND + ".game",
            GROUND + ".dynamics",
            GROUND + ".dynamics.chain", GROUND + ".dynamics.stability", GROUND + ".dynamics.stopping",
            GROUND + ".geometry", GROUND + ".network", GROUND + ".system");

    private static final JavaClasses MODULE = Ladder.moduleOf(DomainCheck.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(GROUND), Set.of(GROUND + ".information"), SCIENCES)).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyTheJdkAndNumerics() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "org.hipparchus..", "org.ejml..", "org.ojalgo..",
                "org.jgrapht..", GROUND + "..").check(MODULE);
    }

    @Test
    void kernelsReadNoClockAndRollNoDieOfTheirOwn() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
