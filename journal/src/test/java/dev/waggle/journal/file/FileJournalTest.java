package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.waggle.journal.RandomSignals;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Behaviour of a journal in a folder without faults; recovery, failing disks and kills have tests of their own. */
class FileJournalTest {

    @TempDir
    Path folder;

    @Nested
    class SyncedEach implements JournalContract {
        @Override
        public Journal newJournal() {
            return open(JournalConfig.defaults().withDurability(Durability.everyAppend()));
        }
    }

    @Nested
    class SyncedInASpan implements JournalContract {
        @Override
        public Journal newJournal() {
            return open(JournalConfig.defaults().withDurability(Durability.every(Duration.ofMillis(1))));
        }
    }

    @Nested
    class NeverSynced implements JournalContract {
        @Override
        public Journal newJournal() {
            return open(JournalConfig.defaults().withDurability(Durability.never()));
        }
    }

    @Nested
    class InManySegments implements JournalContract {
        @Override
        public Journal newJournal() {
            return open(JournalConfig.defaults().withDurability(Durability.never()).withMaxSegmentBytes(1_000));
        }
    }

    @Test
    void createsItsFolder() {
        Path deep = folder.resolve("a/b/signals");
        try (FileJournal journal = FileJournal.open(deep)) {
            fill(journal, 1);

            assertThat(journal.recovery()).isEqualTo(new RecoveryReport(0, 0, null, List.of()));
            assertThat(journal.durability()).isEqualTo(Durability.every(Duration.ofMillis(100)));
        }
        assertThat(deep.resolve("events.jsonl")).exists();
    }

    /** Scenario 3 of durable signals. */
    @Test
    void everyEntryIsALineThatAPersonCanRead() {
        try (FileJournal journal = FileJournal.open(folder)) {
            journal.append(JournalContract.vote("s1"), new Emission("ada", 2), JournalContract.START);
        }

        assertThat(file()).content(UTF_8).matches("""
                \\{"seq":1,"recordedAt":1767225600000,"by":"ada","invocation":2,"id":"s1","type":"vote",\
                "source":\\{"type":"agent","id":"ada"},"data":\\{"proposalId":"p1","stance":"agree",\
                "reasoning":"because","weight":0.5},"createdAt":1767225600000,\
                "scope":\\{"run":"run","round":1},"confidence":0.75,"crc":"[0-9a-f]{8}"}
                """);
    }

    /** Scenario 16 of durable signals. */
    @Test
    void goesOnWhereItEnded() {
        try (FileJournal journal = FileJournal.open(folder)) {
            fill(journal, 3);
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.lastSequence()).isEqualTo(3);
            fill(journal, 2);

            assertThat(journal.recovery()).isEqualTo(new RecoveryReport(3, 0, null, List.of()));
            assertThat(journal.read(1, 10)).extracting(LogEntry::sequence).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void keepsEverySignalAsItWas() {
        long seed = 7;
        RandomSignals signals = new RandomSignals(new SplittableRandom(seed));
        List<LogEntry> random = IntStream.rangeClosed(1, 500).mapToObj(n -> signals.entry(n)).toList();
        // In a log, time does not step back.
        List<Instant> times = random.stream().map(LogEntry::recordedAt).sorted().toList();
        List<LogEntry> drafts = random.stream()
                .map(entry -> new LogEntry(entry.sequence(), times.get((int) entry.sequence() - 1), entry.emission(),
                        entry.signal()))
                .toList();
        try (FileJournal journal = FileJournal.open(folder)) {
            drafts.forEach(entry -> journal.append(entry.signal(), entry.emission(), entry.recordedAt()));
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.read(1, 1_000)).as("seed %d", seed).isEqualTo(drafts);
        }
    }

    @Test
    void timeStandsStillInTheLogAlsoAcrossARestart() {
        try (FileJournal journal = FileJournal.open(folder)) {
            append(journal, "s1", JournalContract.START);
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            append(journal, "s2", JournalContract.START.minusSeconds(5));
            append(journal, "s3", JournalContract.START.plusSeconds(5));

            assertThat(journal.read(1, 9)).extracting(LogEntry::recordedAt).containsExactly(JournalContract.START,
                    JournalContract.START, JournalContract.START.plusSeconds(5));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hello", "hello\nworld\n", "{\"a\":1}", "{\"a\":1}\n", "[1,2]\n", "\u0000\u0001\u0002", "\n",
                "42", "id,agent,answer\n1,a,b\n", "{\n  \"seq\": 1\n}\n", "{\n"})
    void aFileThatIsNoJournalIsNotTouched(String content) throws IOException {
        Files.writeString(file(), content);

        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> FileJournal.open(folder))
                .withMessageStartingWith(file().toRealPath() + ": not a journal: ")
                .withMessageContaining("\nMaybe name another folder.");
        assertThat(file()).content(UTF_8).isEqualTo(content);
        assertThat(folder.toFile().list()).containsExactly("events.jsonl");
    }

    @Test
    void aFileIsNoFolder() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "");

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(taken))
                .withMessage(taken + ": a journal is a folder, and this is a file\nMaybe name a folder.");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> FileJournal.open(taken.resolve("signals")))
                .withMessageStartingWith(taken.resolve("signals") + ": ");
    }

    @Test
    void twoNamesOfOneFolderAreOneJournal() throws IOException {
        FileJournal.open(folder.resolve("signals")).close();
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("signals"));
        try (FileJournal journal = FileJournal.open(link)) {
            fill(journal, 1);

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> FileJournal.open(folder.resolve("signals")));
        }
    }

    @Test
    void anEntryLongerThanTheLongestLineIsRefusedAndHarmsNothing() {
        // A control character takes six bytes.
        Signal huge = Signal.of(
                Draft.of(new Payload.Escalate("x" + "\u0001".repeat(999_999), "\u0001".repeat(999_999)), 1),
                new Stamp("huge", Source.agent("ada"), JournalContract.START, Scope.NONE));
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> journal.append(huge, Emission.by("bus"), JournalContract.START))
                    .withMessageContaining("signal huge must have at most 8388608 bytes, got 12000");
            fill(journal, 1);

            assertThat(journal.read(1, 10)).hasSize(1);
        }
    }

    @Test
    void theLongestTextOfASignalFits() {
        Signal long1 = Signal.of(Draft.of(new Payload.Task("\u4e16".repeat(1_000_000), "\"".repeat(1_000_000)), 1),
                new Stamp("long", Source.agent("ada"), JournalContract.START, Scope.NONE));
        try (FileJournal journal = FileJournal.open(folder)) {
            LogEntry entry = journal.append(long1, Emission.by("bus"), JournalContract.START);
            fill(journal, 1);

            assertThat(journal.read(1, 1)).containsExactly(entry);
            assertThat(journal.read(2, 1)).hasSize(1);
        }
    }

    @Test
    void writesAlthoughItsThreadIsInterruptedFromTheStart() throws InterruptedException {
        Thread writer = Thread.ofVirtual().unstarted(() -> {
            Thread.currentThread().interrupt();
            try (FileJournal journal = open(JournalConfig.defaults().withDurability(Durability.everyAppend())
                    .withMaxSegmentBytes(1_000))) {
                fill(journal, 10);
            }
        });
        writer.start();
        writer.join();

        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.read(1, 99)).hasSize(10);
        }
    }

    @Test
    void writingAfterWhatSomebodyElseAddedIsRefused() throws IOException {
        try (FileJournal journal = open(JournalConfig.defaults().withDurability(Durability.everyAppend()))) {
            fill(journal, 1);
            Files.writeString(file(), "foreign", StandardOpenOption.APPEND);
            String content = Files.readString(file());

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: another program changed the file");
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> fill(journal, 1));
            assertThat(Files.readString(file())).isEqualTo(content);
        }
    }

    private FileJournal open(JournalConfig config) {
        return FileJournal.open(folder, config, World.system());
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }

    private static void append(Journal journal, String id, Instant recordedAt) {
        journal.append(JournalContract.vote(id), Emission.by("bus"), recordedAt);
    }

    static void fill(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            append(journal, "s" + i, JournalContract.START);
        }
    }
}
