package dev.waggle.journal.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;

import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JournalExcerptTest {

    @TempDir
    Path folder;

    @Test
    void aWholeExcerptTakesThePlaceOfWhatWasThere() throws IOException {
        Files.writeString(file(), "before");
        List<LogEntry> entries = entries(3);
        JournalExcerpt.write(file(), entries);

        assertThat(read(file())).isEqualTo(entries);
        assertThat(folder.toFile().list()).containsExactly("excerpt.jsonl");
        assertThat(Files.readString(file())).doesNotContain("\"crc\"");
    }

    @Test
    void anExcerptThatCannotBeWrittenLeavesWhatWasThere() throws IOException {
        Files.writeString(file(), "before");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalExcerpt.write(file(), List.of(Journals.entry(1), Journals.entry(3))))
                .withMessage("seq must be 2, got 3");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> JournalExcerpt.write(file().resolve("below"), List.of()))
                .withMessageContaining("it was not written: ");
        assertThat(file()).hasContent("before");
        assertThat(folder.toFile().list()).containsExactly("excerpt.jsonl");
    }

    @Test
    void numbersMayBeLeftOutButMustRise() throws IOException {
        JournalExcerpt.write(file(), entries(4));
        List<String> lines = Files.readAllLines(file());

        Files.write(file(), List.of(lines.get(1), lines.get(3)));
        assertThat(read(file())).extracting(LogEntry::sequence).containsExactly(2L, 4L);
        Files.write(file(), List.of(lines.get(1), lines.get(1)));
        refuses("line 2: entry 2 stands here, where 3 must be\nMaybe");
        Files.write(file(), List.of(lines.get(2), lines.get(0)));
        refuses("line 2: entry 1 stands here");
    }

    @Test
    void aLineThatIsNoEntryIsRefusedByItsNumber() throws IOException {
        JournalExcerpt.write(file(), entries(2));
        List<String> lines = Files.readAllLines(file());

        Files.write(file(), List.of(lines.get(0), "{\"seq\":2}", lines.get(1)));
        refuses("line 2: ");
        Files.write(file(), List.of(lines.get(0), lines.get(1), "# a note"));
        refuses("line 3: not JSON");
        Files.write(file(), List.of("hello"));
        refuses("not a journal: ");
    }

    @Test
    void aLastLineThatIsCutShortIsTold() throws IOException {
        JournalExcerpt.write(file(), entries(2));
        byte[] whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length - 10));

        try (JournalExcerpt excerpt = JournalExcerpt.read(file())) {
            assertThat(rest(excerpt)).hasSize(1);
            assertThat(excerpt.tornBytes()).isEqualTo(whole.length / 2 - 10);
        }
    }

    @Test
    void readsGzipByItsContentAndRefusesHalfOfIt() throws IOException {
        List<LogEntry> entries = entries(50);
        JournalExcerpt.write(file(), entries);
        byte[] packed = gzip(Files.readAllBytes(file()));
        Files.write(file(), packed);
        assertThat(read(file())).isEqualTo(entries);

        for (int length = 2; length < packed.length; length += 7) {
            Files.write(file(), Arrays.copyOf(packed, length));
            refuses("the gzip data are damaged or end early", "its gzip data are damaged or end early");
        }
    }

    @Test
    void aMissingFileAndAFolderAreNamed() {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> JournalExcerpt.read(file()))
                .withMessage(file() + ": there is no such file");
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> JournalExcerpt.read(folder))
                .withMessage(folder + ": it is a folder");
    }

    private Path file() {
        return folder.resolve("excerpt.jsonl");
    }

    private static List<LogEntry> entries(int count) {
        return LongStream.rangeClosed(1, count).mapToObj(Journals::entry).toList();
    }

    private static List<LogEntry> read(Path file) {
        try (JournalExcerpt excerpt = JournalExcerpt.read(file)) {
            return rest(excerpt);
        }
    }

    private static List<LogEntry> rest(JournalExcerpt excerpt) {
        List<LogEntry> rest = new ArrayList<>();
        for (Optional<LogEntry> entry = excerpt.next(); entry.isPresent(); entry = excerpt.next()) {
            rest.add(entry.get());
        }
        return rest;
    }

    /** Expects a refusal with one of these messages. */
    private void refuses(String... said) {
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> read(file()))
                .satisfies(refused -> assertThat(String.valueOf(refused.getMessage())).containsAnyOf(said));
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }
}
