package dev.waggle.journal;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class LadderTest {

    private static final String CODECS = "dev.waggle.journal";
    private static final String FILE = "dev.waggle.journal.file";
    private static final String CASSETTE = "dev.waggle.journal.cassette";
    private static final String CHECKPOINT = "dev.waggle.journal.checkpoint";

    private static final JavaClasses MODULE = Ladder.moduleOf(JsonText.class);

    @Test
    void cassettesStandOnFilesAndFilesOnCodecs() {
        Ladder.rooms(List.of(Set.of(CODECS), Set.of(FILE, CHECKPOINT), Set.of(CASSETTE))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyTheJdkSignalAndJackson() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.journal..",
                "tools.jackson.core..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void codecsKnowNoFiles() {
        noClasses().that().resideInAPackage(CODECS).should().dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.nio.channels..").check(MODULE);
    }

    @Test
    void onlyTheTextOfJsonKnowsJackson() {
        noClasses().that().haveNameNotMatching(".*\\.JsonText(\\$.*)?").should().dependOnClassesThat()
                .resideInAPackage("tools.jackson..").check(MODULE);
    }
}
