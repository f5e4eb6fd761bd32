package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.RandomSignals;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FileJournalTest {

    @TempDir
    Path folder;

    @Nested
    class Flushed implements JournalContract {
        @Override
        public Journal newJournal() {
            return FileJournal.open(file(), Durability.FLUSH);
        }
    }

    @Nested
    class Forced implements JournalContract {
        @Override
        public Journal newJournal() {
            return FileJournal.open(file(), Durability.FORCE);
        }
    }

    @Test
    void createsItsFolder() {
        Path deep = folder.resolve("a/b/events.jsonl");
        try (FileJournal journal = FileJournal.open(deep)) {
            fill(journal, 1);

            assertThat(journal.recovery()).isEqualTo(new Recovery(0, 0, null));
        }
        assertThat(deep).exists();
    }

    @Test
    void everyEntryIsALineThatAPersonCanRead() throws IOException {
        try (FileJournal journal = FileJournal.open(file())) {
            journal.append(JournalContract.vote("s1"), new Emission("ada", 2), JournalContract.START);
        }

        assertThat(file()).content(UTF_8).isEqualTo("""
                {"seq":1,"recordedAt":1767225600000,"by":"ada","invocation":2,"id":"s1","type":"vote",\
                "source":{"type":"agent","id":"ada"},"data":{"proposalId":"p1","stance":"agree",\
                "reasoning":"because","weight":0.5},"createdAt":1767225600000,\
                "scope":{"run":"run","round":1},"confidence":0.75}
                """);
    }

    @Test
    void goesOnWhereItEnded() {
        try (FileJournal journal = FileJournal.open(file())) {
            fill(journal, 3);
        }
        try (FileJournal journal = FileJournal.open(file())) {
            fill(journal, 2);

            assertThat(journal.recovery()).isEqualTo(new Recovery(3, 0, null));
            assertThat(journal.read(1, 10)).extracting(LogEntry::sequence).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void keepsEverySignalAsItWas() {
        long seed = 7;
        RandomSignals signals = new RandomSignals(new SplittableRandom(seed));
        List<LogEntry> said = Stream.iterate(1L, n -> n <= 500, n -> n + 1).map(signals::entry).toList();
        try (FileJournal journal = FileJournal.open(file())) {
            said.forEach(entry -> journal.append(entry.signal(), entry.emission(), entry.recordedAt()));
        }
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.read(1, 1_000)).as("seed %d", seed).isEqualTo(said);
        }
    }

    /** The last line is cut at every byte: what was whole before stays, and the next entry begins on a clean line. */
    @Test
    void losesNothingButATornLastLineWhereverItWasTorn() throws IOException {
        byte[] whole = threeLines();
        int lastLine = startOfLastLine(whole);
        for (int length = lastLine; length < whole.length - 1; length++) {
            Path file = folder.resolve("cut-" + length + ".jsonl");
            Files.write(file, Arrays.copyOf(whole, length));
            try (FileJournal journal = FileJournal.open(file)) {
                Recovery recovery = journal.recovery();
                assertThat(recovery.entries()).as("cut at %d", length).isEqualTo(2);
                assertThat(recovery.cutBytes()).as("cut at %d", length).isEqualTo(length - lastLine);
                if (recovery.savedTo() != null) {
                    assertThat(recovery.savedTo()).hasFileName(file.getFileName() + ".torn-1")
                            .hasBinaryContent(Arrays.copyOfRange(whole, lastLine, length));
                }
                fill(journal, 1);
                assertThat(journal.read(1, 10)).as("cut at %d", length).hasSize(3);
            }
            assertThat(JournalFile.tail(file, 9).entries()).as("cut at %d", length).hasSize(3);
        }
    }

    @Test
    void keepsALastEntryThatLacksNothingButItsLineEnd() throws IOException {
        byte[] whole = threeLines();
        Files.write(file(), Arrays.copyOf(whole, whole.length - 1));
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.recovery()).isEqualTo(new Recovery(3, 0, null));
            fill(journal, 1);
        }

        assertThat(Files.readAllBytes(file())).startsWith(whole);
        assertThat(JournalFile.tail(file(), 9).entries()).hasSize(4);
    }

    @Test
    void cutsALastLineThatIsNoJsonAlthoughItHasALineEnd() throws IOException {
        byte[] whole = threeLines();
        whole[whole.length - 20] = 0;
        Files.write(file(), whole);
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.recovery().entries()).isEqualTo(2);
            assertThat(journal.recovery().cutBytes()).isEqualTo(whole.length - startOfLastLine(whole));
        }
    }

    @Test
    void cutsATornFirstLine() throws IOException {
        byte[] first = Files.readAllBytes(written(1));
        for (int length = 1; length < first.length - 1; length++) {
            Path file = folder.resolve("first-" + length);
            Files.write(file, Arrays.copyOf(first, length));
            try (FileJournal journal = FileJournal.open(file)) {
                assertThat(journal.recovery().cutBytes()).isEqualTo(length);
                fill(journal, 1);
            }
            assertThat(file).hasBinaryContent(first);
        }
    }

    @Test
    void savesEachTornLineUnderANumberOfItsOwn() throws IOException {
        Files.writeString(folder.resolve("events.jsonl.torn-1"), "an earlier one");
        byte[] whole = threeLines();
        Files.write(file(), Arrays.copyOf(whole, whole.length - 5));
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.recovery().savedTo()).hasFileName("events.jsonl.torn-2");
        }

        assertThat(folder.resolve("events.jsonl.torn-1")).hasContent("an earlier one");
    }

    @Test
    void aDamagedLineInTheMiddleIsNamedAndNothingIsChanged() throws IOException {
        String text = Files.readString(written(4));
        String[] lines = text.split("\n", -1);

        refuses(text.replace(lines[1], lines[1].substring(0, 40)), "line 2: not JSON at character");
        refuses(text.replace(lines[1], ""), "line 2: not JSON: the text is empty");
        refuses(text.replace(lines[1] + "\n", ""), "line 2: seq must be 2 on an unbroken log, got 3");
        refuses(text.replace(lines[1], lines[0]), "line 2: seq must be 2 on an unbroken log, got 1");
        refuses(text.replace(lines[2], lines[2].replace("agree", "aggree")), "line 3: data.stance must be one of");
        refuses(text.replace(lines[3], lines[3].replace("0.75", "7.5")), "line 4: confidence must be between 0 and 1");
        refuses(text.replace(lines[3], "{}"), "line 4: seq is missing");
        refuses(text + "x".repeat(LineCodec.MAX_LINE), "a line must have at most 8388608 bytes");
    }

    @Test
    void bytesThatAreNotUtf8AreDamage() throws IOException {
        byte[] whole = threeLines();
        whole[60] = (byte) 0xc3;
        Files.write(file(), whole);

        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> FileJournal.open(file()))
                .withMessageContaining("the bytes are not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hello", "hello\nworld\n", "{\"a\":1}", "{\"a\":1}\n", "[1,2]\n", "\u0000\u0001\u0002", "\n",
                "42", "id,agent,answer\n1,a,b\n", "{\n  \"seq\": 1\n}\n", "{\"seq\":2,\"recordedAt\":17"})
    void aFileThatIsNoJournalIsNotTouched(String content) throws IOException {
        Files.writeString(file(), content);

        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> FileJournal.open(file()))
                .withMessageStartingWith(file().toRealPath() + ": not a journal: ");
        assertThat(file()).content(UTF_8).isEqualTo(content);
        assertThat(folder.toFile().list()).containsExactly("events.jsonl");
    }

    @Test
    void anEmptyFileIsAnEmptyJournal() throws IOException {
        Files.createFile(file());
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.recovery()).isEqualTo(new Recovery(0, 0, null));
        }
    }

    @Test
    void aFolderIsNoJournal() {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(folder))
                .withMessageContaining("it is a folder");
    }

    @Test
    void aFolderCannotBeMadeWhereAFileIs() throws IOException {
        Files.writeString(folder.resolve("taken"), "");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> FileJournal.open(folder.resolve("taken/events.jsonl")))
                .withMessageContaining("taken is in the way");
    }

    @Test
    void aSecondWriterIsRefusedByNameAndReadersAreNot() {
        try (FileJournal journal = FileJournal.open(file())) {
            fill(journal, 1);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(file()))
                        .withMessageContaining("it is being written by this process\nMaybe");
                assertThat(JournalFile.tail(file(), 9).entries()).hasSize(1);
            }
            fill(journal, 1);
        }
        FileJournal.open(file()).close();
    }

    @Test
    void twoNamesOfOneFileAreOneJournal() throws IOException {
        FileJournal.open(file()).close();
        Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file());
        try (FileJournal journal = FileJournal.open(link)) {
            fill(journal, 1);

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(file()));
        }
    }

    @Test
    void anEntryLongerThanTheLongestLineIsRefusedAndHarmsNothing() {
        // A control character takes six bytes.
        Signal huge = Signal.of(
                Draft.of(new Payload.Escalate("x" + "\u0001".repeat(999_999), "\u0001".repeat(999_999)), 1),
                new Stamp("huge", Source.agent("ada"), JournalContract.START, Scope.NONE));
        try (FileJournal journal = FileJournal.open(file())) {
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
        try (FileJournal journal = FileJournal.open(file())) {
            LogEntry entry = journal.append(long1, Emission.by("bus"), JournalContract.START);
            fill(journal, 1);

            assertThat(journal.read(1, 1)).containsExactly(entry);
            assertThat(journal.read(2, 1)).hasSize(1);
        }
    }

    @Test
    void readingAtTheEndOfALongFileReadsLittleOfIt() {
        try (FileJournal journal = FileJournal.open(file())) {
            fill(journal, 100_000);
            long before = journal.bytesRead();
            List<LogEntry> last = journal.read(99_991, 100);

            assertThat(last).extracting(LogEntry::sequence).hasSize(10).startsWith(99_991L).endsWith(100_000L);
            assertThat(journal.bytesRead() - before).isLessThan(200_000).isLessThan(file().toFile().length() / 50);
        }
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.recovery().entries()).isEqualTo(100_000);
            assertThat(journal.read(50_000, 1)).extracting(LogEntry::sequence).containsExactly(50_000L);
            assertThat(journal.bytesRead()).isLessThan(200_000);
        }
    }

    @Test
    void writesAlthoughItsThreadIsInterruptedFromTheStart() throws InterruptedException {
        Thread writer = Thread.ofVirtual().unstarted(() -> {
            Thread.currentThread().interrupt();
            try (FileJournal journal = FileJournal.open(file(), Durability.FORCE)) {
                fill(journal, 3);
            }
        });
        writer.start();
        writer.join();

        assertThat(JournalFile.tail(file(), 9).entries()).hasSize(3);
    }

    @Test
    void writingOverWhatSomebodyElseAppendedIsRefused() throws IOException {
        try (FileJournal journal = FileJournal.open(file())) {
            fill(journal, 1);
            Files.writeString(file(), "foreign", StandardOpenOption.APPEND);
            String content = Files.readString(file());

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> fill(journal, 1))
                    .withMessageContaining("somebody else changed the file");
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> fill(journal, 1));
            assertThat(Files.readString(file())).isEqualTo(content);
        }
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }

    private void refuses(String content, String message) throws IOException {
        Files.writeString(file(), content);

        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> FileJournal.open(file()))
                .withMessageContaining(file().toRealPath() + ": ")
                .withMessageContaining(message)
                .withMessageContaining("\nMaybe ");
        assertThat(Files.readString(file())).isEqualTo(content);
    }

    private Path written(int entries) {
        Path file = folder.resolve("written.jsonl");
        try (FileJournal journal = FileJournal.open(file)) {
            fill(journal, entries);
        }
        return file;
    }

    private byte[] threeLines() throws IOException {
        return Files.readAllBytes(written(3));
    }

    private static int startOfLastLine(byte[] content) {
        int at = content.length - 1;
        while (content[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    static void fill(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            journal.append(JournalContract.vote("s" + i), Emission.by("bus"), JournalContract.START);
        }
    }
}
