package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Reading of appends that the writer withdrew because they could not be written whole. */
class WithdrawnAppendTest {

    @TempDir
    Path folder;

    @Test
    void readsALineThatTakesThePlaceOfAHalfOne() throws IOException {
        append(line(1));
        try (JournalReader reader = JournalReader.open(folder)) {
            assertThat(numbers(reader)).containsExactly(1L);
            long whole = length();
            for (int cut : List.of(1, 20, line(2).length - 2)) {
                append(Arrays.copyOf(line(2), cut));
                assertThat(numbers(reader)).isEmpty();
                cutBack(whole);
            }
            append(Journals.entry(2, "another-thread", "longer-than-before"));
            append(line(3));

            assertThat(numbers(reader)).containsExactly(2L, 3L);
            assertThat(reader.damages()).isEmpty();
            assertThat(reader.tornBytes()).isZero();
        }
    }

    @Test
    void seesWhatStandsWhereAHalfLineStoodWithoutHavingSeenItCut() throws IOException {
        append(line(1));
        try (JournalReader reader = JournalReader.open(folder)) {
            long whole = length();
            append(Arrays.copyOf(line(2), 30));
            assertThat(numbers(reader)).containsExactly(1L);
            assertThat(reader.tornBytes()).isEqualTo(30);

            cutBack(whole);
            append(line(2));

            assertThat(numbers(reader)).containsExactly(2L);
            assertThat(reader.damages()).isEmpty();
        }
    }

    @Test
    void givesWhatTakesThePlaceOfWholeLinesThatWereTakenBack() throws IOException {
        append(line(1));
        try (JournalReader reader = JournalReader.open(folder)) {
            long whole = length();
            append(line(2));
            append(line(3));
            assertThat(numbers(reader)).containsExactly(1L, 2L, 3L);

            cutBack(whole);
            assertThat(numbers(reader)).isEmpty();
            append(Journals.entry(2, "another-thread", "run"));
            append(line(3));

            assertThat(entries(reader)).extracting(entry -> String.valueOf(entry.signal().scope().thread()))
                    .containsExactly("another-thread", "null");
            assertThat(reader.damages()).isEmpty();
        }
    }

    @Test
    void aLineThatStaysBadIsDamage() throws IOException {
        append(line(1));
        try (JournalReader reader = JournalReader.open(folder)) {
            assertThat(numbers(reader)).containsExactly(1L);
            append(Arrays.copyOf(line(2), 30));
            assertThat(numbers(reader)).isEmpty();
            append("\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            append(line(3));

            assertThat(numbers(reader)).containsExactly(3L);
            assertThat(reader.damages()).singleElement()
                    .satisfies(damage -> assertThat(damage.lost()).isEqualTo(new JournalDamage.SequenceRange(2, 2)));
        }
    }

    private static byte[] line(long sequence) {
        return LineCodec.toLine(Journals.entry(sequence));
    }

    private void append(LogEntry entry) throws IOException {
        append(LineCodec.toLine(entry));
    }

    private void append(byte[] bytes) throws IOException {
        Files.write(file(), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void cutBack(long length) throws IOException {
        try (var channel = Files.newByteChannel(file(), StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private long length() throws IOException {
        return Files.size(file());
    }

    private Path file() {
        return folder.resolve(SegmentFile.ACTIVE);
    }

    private static List<Long> numbers(JournalReader reader) {
        return entries(reader).stream().map(LogEntry::sequence).toList();
    }

    private static List<LogEntry> entries(JournalReader reader) {
        List<LogEntry> all = new ArrayList<>();
        for (Optional<LogEntry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            all.add(entry.get());
        }
        return all;
    }
}
