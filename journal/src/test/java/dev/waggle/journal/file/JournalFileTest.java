package dev.waggle.journal.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JournalFileTest {

    @TempDir
    Path folder;

    @Test
    void readsEntryByEntryWhileSomebodyWrites() {
        try (FileJournal journal = FileJournal.open(folder); JournalFile reading = JournalFile.read(file())) {
            assertThat(reading.next()).isEmpty();
            FileJournalTest.fill(journal, 2);
            assertThat(all(reading)).hasSize(2);
            FileJournalTest.fill(journal, 1);
            assertThat(reading.next()).map(LogEntry::sequence).contains(3L);
            assertThat(reading.next()).isEmpty();
        }
    }

    @Test
    void reportsATornLastLineAndChangesNothing() throws IOException {
        byte[] whole = whole(3);
        byte[] torn = Arrays.copyOf(whole, whole.length - 10);
        Files.write(file(), torn);
        try (JournalFile reading = JournalFile.read(file())) {
            assertThat(all(reading)).hasSize(2);
            assertThat(reading.tornBytes()).isEqualTo(whole.length / 3 - 10);
            assertThat(JournalFile.tail(file(), 5).tornBytes()).isEqualTo(reading.tornBytes());

            Files.write(file(), Arrays.copyOfRange(whole, torn.length, whole.length), StandardOpenOption.APPEND);
            assertThat(all(reading)).hasSize(1);
            assertThat(reading.tornBytes()).isZero();
        }
    }

    @Test
    void anEntryIsReadOnceAlthoughItsLineEndComesLater() throws IOException {
        byte[] whole = whole(2);
        Files.write(file(), Arrays.copyOf(whole, whole.length / 2 - 1));
        try (JournalFile reading = JournalFile.read(file())) {
            assertThat(all(reading)).hasSize(1);
            Files.write(file(), Arrays.copyOfRange(whole, whole.length / 2 - 1, whole.length),
                    StandardOpenOption.APPEND);
            assertThat(all(reading)).hasSize(1);
        }
    }

    @Test
    void readsGzipByItsContent() throws IOException {
        Files.write(file(), gzip(whole(5)));

        try (JournalFile reading = JournalFile.read(file())) {
            assertThat(reading.isCompressed()).isTrue();
            assertThat(all(reading)).hasSize(5);
        }
        assertThat(JournalFile.tail(file(), 2).entries()).extracting(LogEntry::sequence).containsExactly(4L, 5L);
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> FileJournal.open(folder))
                .withMessageContaining("a gzip file can be read, not appended to\nMaybe unpack it first: gunzip");
    }

    @Test
    void gzipThatEndsEarlyIsDamage() throws IOException {
        byte[] packed = gzip(whole(50));
        for (int length = 2; length < packed.length; length += 7) {
            Files.write(file(), Arrays.copyOf(packed, length));

            assertThatExceptionOfType(BadJournalException.class).as("cut at %d", length)
                    .isThrownBy(() -> JournalFile.tail(file(), 5))
                    .withMessageContaining("gzip data are damaged or end early\nMaybe");
        }
    }

    @Test
    void theTailIsTheLastEntries() throws IOException {
        Files.write(file(), whole(300));
        for (int limit : new int[] {0, 1, 2, 299, 300, 301, Integer.MAX_VALUE}) {
            int expected = Math.min(limit, 300);

            assertThat(JournalFile.tail(file(), limit).entries()).extracting(LogEntry::sequence)
                    .hasSize(expected)
                    .isSorted()
                    .allMatch(sequence -> sequence > 300 - expected);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> JournalFile.tail(file(), -1));
    }

    @Test
    void theTailOfALongFileCanDoWithoutItsBeginning() throws IOException {
        byte[] content = whole(3_000);
        Arrays.fill(content, 0, content.length / 2, (byte) 'x');
        Files.write(file(), content);

        assertThat(JournalFile.tail(file(), 100).entries()).hasSize(100).last()
                .extracting(LogEntry::sequence)
                .isEqualTo(3_000L);
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> JournalFile.tail(file(), 2_000))
                .withMessageContaining("not a journal");
    }

    @Test
    void damageInTheTailIsNamedByItsPlace() throws IOException {
        String text = new String(whole(20), UTF_8);
        Files.writeString(file(), text.replace("{\"seq\":18,", "{\"seq\":19,"));

        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> JournalFile.tail(file(), 5))
                .withMessageContaining("the line after byte")
                .withMessageContaining("seq must be 18");
    }

    @Test
    void nothingMayFollowATornLine() throws IOException {
        byte[] whole = whole(3);
        byte[] damaged = Arrays.copyOf(whole, whole.length / 3 * 2);
        damaged[damaged.length - 2] = 'x';
        Files.write(file(), damaged);
        try (JournalFile reading = JournalFile.read(file())) {
            assertThat(all(reading)).hasSize(1);
            assertThat(reading.tornBytes()).isEqualTo(whole.length / 3);
            Files.write(file(), Arrays.copyOfRange(whole, damaged.length, whole.length), StandardOpenOption.APPEND);

            assertThatExceptionOfType(BadJournalException.class).isThrownBy(reading::next)
                    .withMessageContaining("line 2");
        }
    }

    @Test
    void aMissingFileAndAFolderAreNamed() {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> JournalFile.read(file()))
                .withMessage(file() + ": there is no such file");
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> JournalFile.tail(folder, 1))
                .withMessage(folder + ": it is a folder");
    }

    @Test
    void aWholeJournalTakesThePlaceOfWhatWasThere() throws IOException {
        Files.writeString(file(), "before");
        List<LogEntry> entries = List.of(entry(1), entry(2));
        JournalFile.write(file(), entries);

        assertThat(JournalFile.tail(file(), 9).entries()).isEqualTo(entries);
        assertThat(folder.toFile().list()).containsExactly("events.jsonl");
    }

    @Test
    void aJournalThatCannotBeWrittenLeavesWhatWasThere() throws IOException {
        Files.writeString(file(), "before");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalFile.write(file(), List.of(entry(1), entry(3))))
                .withMessage("seq must be 2, got 3");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> JournalFile.write(file().resolve("below"), List.of()))
                .withMessageContaining("it was not written: ");
        assertThat(file()).hasContent("before");
        assertThat(folder.toFile().list()).containsExactly("events.jsonl");
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }

    private static LogEntry entry(long sequence) {
        return new LogEntry(sequence, JournalContract.START, Emission.by("bus"), JournalContract.vote("s" + sequence));
    }

    private static List<LogEntry> all(JournalFile reading) {
        List<LogEntry> all = new ArrayList<>();
        for (Optional<LogEntry> entry = reading.next(); entry.isPresent(); entry = reading.next()) {
            all.add(entry.get());
        }
        return all;
    }

    private byte[] whole(int entries) throws IOException {
        Path whole = folder.resolve("whole");
        try (FileJournal journal = FileJournal.open(whole)) {
            FileJournalTest.fill(journal, entries);
        }
        return Files.readAllBytes(whole.resolve("events.jsonl"));
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }
}
