package dev.waggle.cli;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String CLI = "dev.waggle.cli";
    private static final String COMMAND = CLI + ".command";

    private static final List<Set<String>> LEVELS = List.of(Set.of(CLI + ".text"),
            Set.of(CLI + ".terminal", CLI + ".telemetry"),
            Set.of(CLI + ".input", CLI + ".journal", CLI + ".output", CLI + ".memory"),
            Set.of(CLI + ".decide", CLI + ".replay"),
            Set.of(CLI + ".lens", CLI + ".models", CLI + ".evaluation", CLI + ".learning"),
            Set.of(CLI + ".explain", CLI + ".setup"),
            Set.of(CLI + ".runs", CLI + ".option", CLI + ".ask"), Set.of(CLI + ".serve", COMMAND + ".log"),
            Set.of(COMMAND + ".signals", COMMAND + ".solve", COMMAND + ".review", COMMAND + ".memory",
                    COMMAND + ".token", COMMAND + ".webhook", COMMAND + ".shell"),
            Set.of(COMMAND + ".serve"), Set.of(CLI));

    private static final JavaClasses MODULE = Ladder.moduleOf(Main.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(LEVELS).check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }

    @Test
    void theModuleNeedsOnlyWhatItNames() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle..", "picocli..", "tools.jackson..",
                "io.opentelemetry.sdk..", "io.opentelemetry.api..")
                .check(MODULE);
    }

    @Test
    void theLadderSeesTheseRooms() {
        assertThatThrownBy(() -> Ladder.rooms(LEVELS.reversed()).check(MODULE)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("climbs");
    }
}
