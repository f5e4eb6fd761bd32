package dev.waggle.journal;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String CODECS = "dev.waggle.journal";
    private static final String SCHEMA = "dev.waggle.journal.schema";
    private static final String FILE = "dev.waggle.journal.file";
    private static final String CASSETTE = "dev.waggle.journal.cassette";
    private static final String RECORDING = "dev.waggle.journal.recording";
    private static final String TAPE = "dev.waggle.journal.tape";
    private static final String INBOX = "dev.waggle.journal.inbox";
    private static final String SIGNALS = "dev.waggle.journal.signals";

    private static final String FORM = "dev.waggle.journal.form";
    private static final String CLOUDEVENT = "dev.waggle.journal.cloudevent";
    private static final String EXCHANGE = "dev.waggle.journal.exchange";
    private static final String CHECKPOINT = "dev.waggle.journal.checkpoint";
    private static final String LEARNING = "dev.waggle.journal.learning";

    private static final JavaClasses MODULE = Ladder.moduleOf(JsonText.class);

    @Test
    void cassettesStandOnFilesAndFilesOnCodecs() {
        Ladder.rooms(List.of(Set.of(CODECS), Set.of(FILE, SCHEMA, FORM),
                Set.of(CASSETTE, CHECKPOINT, INBOX, RECORDING, CLOUDEVENT), Set.of(SIGNALS, EXCHANGE, TAPE, LEARNING)))
                .check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }

    @Test
    void theModuleNeedsOnlyTheJdkSignalAndJackson() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.journal..",
                "tools.jackson..", "com.networknt.schema..").check(MODULE);
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
    void onlyTheTextOfJsonAndTheCheckOfSchemasKnowJackson() {
        noClasses().that().haveNameNotMatching(".*\\.(JsonText|TextSink)(\\$.*)?").and()
                .resideOutsideOfPackage(SCHEMA).should().dependOnClassesThat().resideInAPackage("tools.jackson..")
                .check(MODULE);
    }

    @Test
    void onlyTheCheckOfSchemasKnowsItsLibrary() {
        noClasses().that().resideOutsideOfPackage(SCHEMA).should().dependOnClassesThat()
                .resideInAPackage("com.networknt..").check(MODULE);
    }
}
