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
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Reading beside a writer. Scenarios: durable-signals 10, 12, 14, 16, 18. */
class JournalReaderTest {

    @TempDir
    Path folder;

    @Test
    void followsThroughEverySealingWithNothingLostAndNothingTwice() {
        List<Long> followed = new ArrayList<>();
        try (FileJournal journal = journal(folder); JournalReader reader = JournalReader.open(folder)) {
            for (int i = 0; i < 300; i++) {
                FileJournalTest.fill(journal, 1 + i % 5);
                if (i % 3 == 0) {
                    drain(reader, followed);
                }
            }
            drain(reader, followed);

            assertThat(SegmentFile.list(folder).size()).isGreaterThan(20);
            assertThat(followed).containsExactlyElementsOf(
                    LongStream.rangeClosed(1, journal.lastSequence()).boxed().toList());
            assertThat(reader.damages()).isEmpty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void followsTheActiveFileByItsNameAndWhatComesAfterIt() {
        try (FileJournal journal = journal(folder)) {
            FileJournalTest.fill(journal, 3);
            List<Long> followed = new ArrayList<>();
            try (JournalReader reader = JournalReader.open(folder.resolve(SegmentFile.ACTIVE))) {
                drain(reader, followed);
                FileJournalTest.fill(journal, 60);
                drain(reader, followed);
                assertThat(followed).endsWith(62L, 63L).isSorted().doesNotHaveDuplicates();
                assertThat(reader.damages()).isEmpty();
            }
        }
    }

    @Test
    void aSlowReaderAndAWriterDoNotWaitForEachOther() {
        try (FileJournal journal = journal(folder)) {
            FileJournalTest.fill(journal, 50);
            try (JournalReader reader = JournalReader.open(folder)) {
                List<Long> read = new ArrayList<>();
                reader.forEach(entry -> {
                    read.add(entry.sequence());
                    if (entry.sequence() <= 100) {
                        FileJournalTest.fill(journal, 1);
                    }
                });
                assertThat(read).containsExactlyElementsOf(LongStream.rangeClosed(1, 150).boxed().toList());
            }
        }
    }

    @Test
    void theLastOnesAreReadFromTheEndWithoutAnyIndex() throws IOException {
        Journals.write(folder, 4, 2_000);
        try (JournalReader reader = JournalReader.open(folder)) {
            assertThat(reader.select(JournalQuery.last(200))).hasSize(200).last()
                    .extracting(LogEntry::sequence)
                    .isEqualTo(8_000L);
            // Stretches of 16 and 32 KiB and their line ends; nothing of the sealed segments, no scan of the active one.
            assertThat(reader.bytesRead()).isBetween(1L, 64L * 1024);
        }
        assertThat(folder.toFile().list()).noneMatch(name -> name.endsWith(".index"));
    }

    @Test
    void aNumberIsFoundByBisectionWithoutAnyIndex() throws IOException {
        Journals.write(folder, 2, 20_000);
        try (JournalReader reader = JournalReader.open(folder)) {
            assertThat(reader.select(JournalQuery.fromSequence(17_777).withFirst(3))).extracting(LogEntry::sequence)
                    .containsExactly(17_777L, 17_778L, 17_779L);
            assertThat(reader.bytesRead()).isLessThan(16 * 64 * 1024);
        }
    }

    @Test
    void goesOnWithTheOldestSegmentThatIsLeft() throws IOException {
        Journals.write(folder, 5, 10);
        try (JournalReader reader = JournalReader.open(folder)) {
            assertThat(reader.next()).map(LogEntry::sequence).contains(1L);
            for (SegmentFile old : SegmentFile.list(folder).subList(0, 3)) {
                Files.delete(old.path());
            }
            List<Long> rest = new ArrayList<>();
            drain(reader, rest);

            assertThat(rest).containsExactlyElementsOf(
                    LongStream.concat(LongStream.rangeClosed(2, 10), LongStream.rangeClosed(31, 50)).boxed().toList());
            assertThat(reader.damages()).isEmpty();
            assertThat(reader.select(JournalQuery.ALL.withFirst(1))).extracting(LogEntry::sequence)
                    .containsExactly(31L);
        }
    }

    @Test
    void aTornLastLineIsReportedAndReadWhenItIsWhole() throws IOException {
        List<LogEntry> all = Journals.write(folder, 1, 3);
        Path file = folder.resolve(SegmentFile.ACTIVE);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 10));
        try (JournalReader reader = JournalReader.open(folder)) {
            List<Long> read = new ArrayList<>();
            drain(reader, read);
            assertThat(read).containsExactly(1L, 2L);
            assertThat(reader.tornBytes()).isPositive();
            assertThat(reader.select(JournalQuery.last(5))).hasSize(2);
            assertThat(reader.tornBytes()).isPositive();
            assertThat(reader.damages()).isEmpty();

            Files.write(file, Arrays.copyOfRange(whole, whole.length - 10, whole.length), StandardOpenOption.APPEND);
            assertThat(reader.next()).contains(all.getLast());
            assertThat(reader.next()).isEmpty();
            assertThat(reader.tornBytes()).isZero();
        }
    }

    @Test
    void anEntryIsReadOnceAlthoughItsLineEndComesLater() throws IOException {
        Journals.write(folder, 1, 3);
        Path file = folder.resolve(SegmentFile.ACTIVE);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        try (JournalReader reader = JournalReader.open(folder)) {
            List<Long> read = new ArrayList<>();
            drain(reader, read);
            Files.writeString(file, "\n", StandardOpenOption.APPEND);
            drain(reader, read);

            assertThat(read).containsExactly(1L, 2L, 3L);
            assertThat(reader.damages()).isEmpty();
        }
    }

    @Test
    void readsADataFolderASegmentAndGzip() throws IOException {
        List<LogEntry> all = Journals.write(folder.resolve("signals"), 2, 10);
        Path segment = SegmentFile.list(folder.resolve("signals")).getFirst().path();
        Path packed = folder.resolve("copy.jsonl.gz");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(Files.readAllBytes(segment));
        }
        Files.write(packed, bytes.toByteArray());

        assertThat(select(folder, JournalQuery.ALL)).isEqualTo(all);
        assertThat(select(segment, JournalQuery.ALL)).isEqualTo(all.subList(0, 10));
        assertThat(select(packed, JournalQuery.ALL)).isEqualTo(all.subList(0, 10));
        assertThat(select(packed, JournalQuery.last(2))).isEqualTo(all.subList(8, 10));
        try (JournalReader reader = JournalReader.open(packed)) {
            assertThat(reader.isCompressed()).isTrue();
        }
        Files.write(packed, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        assertThat(JournalVerification.of(packed, _ -> {
        }).damages()).extracting(JournalDamage::reason).contains("the gzip data are damaged or end early");
    }

    @Test
    void linesWithoutAChecksumAreDamageInAJournalAndFineElsewhere() throws IOException {
        List<LogEntry> all = Journals.write(folder.resolve("made"), 1, 3);
        Path loose = folder.resolve("edited.jsonl");
        JournalExcerpt.write(loose, all);
        Path active = Files.createDirectories(folder.resolve("journal")).resolve(SegmentFile.ACTIVE);
        Files.copy(loose, active);

        assertThat(select(loose, JournalQuery.ALL)).isEqualTo(all);
        try (JournalReader reader = JournalReader.open(active.resolveSibling(""))) {
            assertThat(Journals.all(reader)).isEmpty();
            assertThat(reader.damages()).hasSize(3).allMatch(damage -> damage.reason().contains("no checksum"));
        }
    }

    @Test
    void whatHoldsNoJournalIsRefused() throws IOException {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "hello\nworld\n");

        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> select(notes, JournalQuery.ALL))
                .withMessageContaining("not a journal");
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> JournalReader.open(folder))
                .withMessageContaining("a folder without a journal\nMaybe");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> JournalReader.open(folder.resolve("none")))
                .withMessageContaining("there is no such file");
    }

    private static FileJournal journal(Path folder) {
        return FileJournal.open(folder,
                JournalConfig.defaults().withDurability(Durability.never()).withMaxSegmentBytes(8_000),
                new ManualWorld(Journals.START, 1));
    }

    private static List<LogEntry> select(Path place, JournalQuery query) {
        try (JournalReader reader = JournalReader.open(place)) {
            return reader.select(query);
        }
    }

    private static void drain(JournalReader reader, List<Long> into) {
        for (Optional<LogEntry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            into.add(entry.get().sequence());
        }
    }
}
