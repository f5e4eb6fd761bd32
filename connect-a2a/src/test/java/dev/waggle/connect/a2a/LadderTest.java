package dev.waggle.connect.a2a;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String A2A = "dev.waggle.connect.a2a";

    private static final JavaClasses MODULE = Ladder.moduleOf(A2aCodec.class);

    @Test
    void roomsUseOnlyTheRoomsBelow() {
        Ladder.rooms(List.of(Set.of(A2A + ".protocol"), Set.of(A2A + ".codec"), Set.of(A2A + ".client"), Set.of(A2A)))
                .check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void theProtocolOnlyComputes() {
        noClasses().that().resideInAnyPackage(A2A + ".protocol", A2A + ".codec").should().dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "java.io..", "java.nio.file..").check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
