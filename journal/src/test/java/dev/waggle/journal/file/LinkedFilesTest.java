package dev.waggle.journal.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.file.read.SegmentIndexFile;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A folder from elsewhere with links and pipes under the names of a journal's files. */
@Timeout(30)
class LinkedFilesTest {

    private static final String PRECIOUS = "precious\nwithout a line end";

    @TempDir
    Path folder;

    private Path journal = Path.of("");
    private Path precious = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        precious = Files.writeString(folder.resolve("precious"), PRECIOUS);
        journal = folder.resolve("journal");
        try (FileJournal written = FileJournal.open(journal)) {
            FileJournalTest.fill(written, 3);
        }
    }

    @Test
    void aWriterWritesNoLockIntoTheFileBehindALink() throws IOException {
        link(".lock", precious);

        refusesAWriter(".lock");
    }

    @Test
    void aWriterCutsAndAppendsNothingInTheFileBehindALink() throws IOException {
        link("events.jsonl", precious);

        refusesAWriter("events.jsonl");
        assertThat(folder).isDirectoryNotContaining(file -> file.toString().contains("torn"));
    }

    @Test
    void aWriterMakesNoFileBehindALink() throws IOException {
        Path absent = folder.resolve("absent");
        link("events.jsonl", absent);

        refusesAWriter("events.jsonl");
        assertThat(absent).doesNotExist();
    }

    @Test
    void aMarkThatIsAPipeHoldsNobody() throws Exception {
        Path mark = HighWaterMark.in(journal);
        Files.delete(mark);
        assertThat(new ProcessBuilder("mkfifo", mark.toString()).start().waitFor()).isZero();

        assertThat(HighWaterMark.read(journal)).isEqualTo(
                new HighWaterMark.Damaged("the high-water mark cannot be read: it is no regular file"));
        FileJournal.open(journal).close();
        assertThat(HighWaterMark.read(journal)).isInstanceOf(HighWaterMark.Whole.class);
    }

    @Test
    void anIndexOfAnySizeOrKindIsMadeAnew() throws Exception {
        Path other = folder.resolve("other");
        List<LogEntry> all = Journals.write(other, 3, 100);
        Path huge = SegmentIndexFile.of(SegmentFile.sealed(other, 1));
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(3L << 30);
        }
        Path pipe = SegmentIndexFile.of(SegmentFile.sealed(other, 101));
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

        try (JournalReader reader = JournalReader.open(other)) {
            assertThat(reader.select(JournalQuery.last(250))).isEqualTo(all.subList(50, 300));
        }
    }

    private void link(String name, Path target) throws IOException {
        Path file = journal.resolve(name);
        Files.deleteIfExists(file);
        Files.createSymbolicLink(file, target);
    }

    private void refusesAWriter(String name) {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(journal))
                .withMessageContaining("it is no regular file\nMaybe move it away.");
        assertThat(journal.resolve(name)).isSymbolicLink();
        assertThat(precious).hasContent(PRECIOUS);
    }
}
