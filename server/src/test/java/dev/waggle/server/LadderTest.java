package dev.waggle.server;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String SERVER = "dev.waggle.server";
    private static final String API = SERVER + ".api";

    private static final List<Set<String>> LEVELS = List.of(Set.of(SERVER + ".access", SERVER + ".stream"),
            Set.of(SERVER + ".http"), Set.of(SERVER + ".run", SERVER + ".folder"),
            Set.of(API + ".a2a", API + ".access", API + ".data", API + ".page", API + ".run",
                    API + ".seat", API + ".signal", API + ".status"),
            Set.of(SERVER));

    private static final JavaClasses MODULE = Ladder.moduleOf(WaggleServer.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(LEVELS).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyWhatItNames() {
        Ladder.needsOnly("java..", "javax.crypto..", "javax.net.ssl", "org.jspecify.annotations", "dev.waggle..",
                "jakarta.servlet..", "org.eclipse.jetty..", "tools.jackson..", "com.fasterxml..",
                "com.github.victools..").check(MODULE);
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

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
