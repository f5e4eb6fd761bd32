package dev.waggle.journal;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.journal.file.BackgroundFailure;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalSegment;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.file.RetentionPolicy;
import dev.waggle.journal.file.TenantFilter;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String CODECS = "dev.waggle.journal";
    private static final String SCHEMA = "dev.waggle.journal.schema";
    private static final String LOGGING = "dev.waggle.journal.logging";
    private static final String FILE = "dev.waggle.journal.file";
    private static final String STORAGE = "dev.waggle.journal.file.storage";
    private static final String USERFILE = "dev.waggle.journal.userfile";
    private static final String SEGMENT = "dev.waggle.journal.file.segment";
    private static final String READ = "dev.waggle.journal.file.read";
    private static final String RECOVERY = "dev.waggle.journal.file.recovery";
    private static final String WRITE = "dev.waggle.journal.file.write";
    private static final String CASSETTE = "dev.waggle.journal.cassette";
    private static final String REDACTION = "dev.waggle.journal.redaction";
    private static final String REPAIR = "dev.waggle.journal.repair";
    private static final String RECORDING = "dev.waggle.journal.recording";
    private static final String TAPE = "dev.waggle.journal.tape";
    private static final String INBOX = "dev.waggle.journal.inbox";
    private static final String DELAYED = "dev.waggle.journal.delayed";
    private static final String INBOX_RANGE = "dev.waggle.journal.inbox.range";
    private static final String WAKE = "dev.waggle.journal.inbox.wake";
    private static final String SIGNALS = "dev.waggle.journal.signals";

    private static final String FORM = "dev.waggle.journal.form";
    private static final String CLOUDEVENT = "dev.waggle.journal.cloudevent";
    private static final String EXCHANGE = "dev.waggle.journal.exchange";
    private static final String CHECKPOINT = "dev.waggle.journal.checkpoint";
    private static final String LEARNING = "dev.waggle.journal.learning";
    private static final String LINES = "dev.waggle.journal.lines";
    private static final String MEMORY = "dev.waggle.journal.memory";
    private static final String SEAT = "dev.waggle.journal.seat";
    private static final String REPUTATION = "dev.waggle.journal.reputation";

    /** Value types of {@link #FILE}, on which its packages stand. */
    private static final Set<
            String> FILE_VALUES = Set.of(BadJournalException.class.getName(), JournalDamage.class.getName(),
                    JournalSegment.class.getName(),
                    JournalConfig.class.getName(), JournalQuery.class.getName(), TenantFilter.class.getName(),
                    RecoveryReport.class.getName(),
                    RetentionPolicy.class.getName(), BackgroundFailure.class.getName());

    private static final JavaClasses MODULE = Ladder.moduleOf(JsonText.class);

    @Test
    void cassettesStandOnFilesAndFilesOnCodecs() {
        Ladder.rooms(List.of(Set.of(CODECS, LOGGING), FILE_VALUES, Set.of(STORAGE), Set.of(USERFILE), Set.of(SEGMENT),
                Set.of(READ),
                Set.of(RECOVERY), Set.of(WRITE), Set.of(FILE, SCHEMA, FORM, LINES, INBOX_RANGE, WAKE),
                Set.of(CASSETTE, CHECKPOINT, INBOX, DELAYED, RECORDING, CLOUDEVENT, REDACTION, REPAIR),
                Set.of(SIGNALS, EXCHANGE, TAPE, LEARNING, REPUTATION, MEMORY, SEAT)))
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
