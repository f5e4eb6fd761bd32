package dev.waggle.journal.reputation;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.learning.OutcomeLog.LoggedOutcome;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.learning.OutcomeLog.OutcomeReceipt;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileOutcomeLogTest {

    @TempDir
    private Path folder;

    private OutcomeLog log = FileOutcomeLog.open(Path.of("."), World.system(1));

    @BeforeEach
    void open() {
        log = FileOutcomeLog.open(folder.resolve("data"), World.system(1));
    }

    @Test
    void eachRunIsAppendedOnceAlsoByAnotherProcess() {
        OutcomeReceipt first = log.append("a/../b \u0000", outcome("x"));
        OutcomeReceipt again = reopened().append("a/../b \u0000", outcome("y"));

        assertThat(first.appended()).isTrue();
        assertThat(again.appended()).isFalse();
        assertThat(again.entry()).isEqualTo(first.entry());
        assertThat(entries(OutcomeMark.START)).containsExactly(first.entry());
        assertThat(folder.resolve("data")).isDirectoryNotContaining("glob:**/b*");
    }

    @Test
    void aReplacementIsAppendedBehindTheReplacedOneAndIsTheLatest() {
        log.append("a", outcome("x"));
        OutcomeReceipt replaced = log.replace("a", outcome("y"));

        assertThat(replaced.entry().replaces()).isTrue();
        assertThat(log.replace("a", outcome("y")).appended()).isFalse();
        assertThat(log.append("a", outcome("x")).entry()).isEqualTo(replaced.entry());
        assertThat(log.replace("b", outcome("z")).entry().replaces()).isFalse();
        assertThat(entries(OutcomeMark.START)).extracting(LoggedOutcome::outcome).containsExactly(outcome("x"),
                outcome("y"), outcome("z"));
    }

    @Test
    void readingGoesOnBehindAMark() {
        OutcomeMark mark = log.append("a", outcome("x")).entry().end();
        assertThat(entries(mark)).isEmpty();
        log.append("b", outcome("y"));

        assertThat(entries(mark)).extracting(LoggedOutcome::run).containsExactly("b");
        assertThatThrownBy(() -> entries(new OutcomeMark(1, mark.offset() - 1)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("byte " + (mark.offset() - 1));
        assertThatThrownBy(() -> entries(new OutcomeMark(1, 1 << 20))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingIsReadFromAFolderThatDoesNotExist() {
        assertThat(entries(OutcomeMark.START)).isEmpty();
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void anUnfinishedLineIsNotReadAndIsCutWithTheNextOutcome() throws IOException {
        LoggedOutcome whole = log.append("a", outcome("x")).entry();
        Files.writeString(file(), "{\"number\":2,\"run\":\"b", StandardOpenOption.APPEND);

        assertThat(entries(OutcomeMark.START)).containsExactly(whole);
        OutcomeReceipt next = reopened().append("b", outcome("y"));
        assertThat(next.droppedBytes()).isEqualTo("{\"number\":2,\"run\":\"b".length());
        assertThat(entries(OutcomeMark.START)).containsExactly(whole, next.entry());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 31, 40})
    void aProcessThatEndedWithinTheFirstAppendHarmsNothing(int length) throws IOException {
        log.append("a", outcome("x"));
        byte[] bytes = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(bytes, length));

        assertThat(entries(OutcomeMark.START)).isEmpty();
        assertThat(log.append("a", outcome("x")).appended()).isTrue();
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x\":\"y", "\"number\":2", "\"run\":\"b\"", "\n"})
    void aDamagedLineInTheMiddleIsNamedAndNeverOverwritten(String part) throws IOException {
        log.append("a", outcome("x"));
        log.append("b", outcome("y"));
        log.append("c", outcome("z"));
        byte[] bytes = Files.readAllBytes(file());
        int place = new String(bytes, StandardCharsets.UTF_8).indexOf(part, OutcomeLine.HEAD.length());
        bytes[place < 0 ? OutcomeLine.HEAD.length() + 20 : place] ^= 1;
        Files.write(file(), bytes);

        assertThatThrownBy(() -> entries(OutcomeMark.START)).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("outcomes.jsonl")
                .hasMessageMatching("(?s).*line [23] is damaged.*Maybe restore.*");
        assertThatThrownBy(() -> log.append("d", outcome("w"))).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("is damaged");
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
    }

    @Test
    void aMissingLineIsNamed() throws IOException {
        log.append("a", outcome("x"));
        log.append("b", outcome("y"));
        List<String> lines = Files.readAllLines(file());
        Files.writeString(file(), lines.getFirst() + "\n" + lines.get(2) + "\n");

        assertThatThrownBy(() -> entries(OutcomeMark.START)).hasMessageContaining("it has the number 2, expected 1");
    }

    @Test
    void anotherFileAndALaterVersionAreRefusedUnchanged() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "my notes\n");
        assertThatThrownBy(() -> log.append("a", outcome("x"))).hasMessageContaining("no log of outcomes");
        assertThat(file()).hasContent("my notes\n");
        Files.writeString(file(), OutcomeLine.HEAD.replace('1', '2'));
        assertThatThrownBy(() -> entries(OutcomeMark.START)).hasMessageContaining("another version");
    }

    @Test
    void theIndexIsDerivedAndAStaleOrDamagedOneIsBuiltAnew() throws IOException {
        for (int i = 0; i < 40; i++) {
            log.append("run " + i, outcome("x" + i));
        }
        Path index = folder.resolve("data").resolve(OutcomeIndex.NAME);
        byte[] good = Files.readAllBytes(index);
        Files.delete(index);
        assertThat(log.append("run 7", outcome("other")).appended()).isFalse();
        Files.write(index, new byte[100]);
        assertThat(log.append("run 7", outcome("other")).appended()).isFalse();
        byte[] damaged = good.clone();
        for (int at = 64; at < damaged.length; at += 32) {
            damaged[at + 3] ^= 1;
        }
        Files.write(index, damaged);
        assertThat(log.append("run 7", outcome("other")).appended()).isFalse();

        try (RandomAccessFile cut = new RandomAccessFile(file().toFile(), "rw")) { // As from a backup.
            cut.setLength(entries(OutcomeMark.START).get(19).end().offset());
        }
        assertThat(log.append("run 19", outcome("other")).appended()).isFalse();
        assertThat(log.append("run 20", outcome("new")).appended()).isTrue();
    }

    @Test
    void theIndexGrowsAndOpeningReadsOnlyWhatIsNew() throws IOException {
        int runs = 1_100;
        for (int i = 0; i < runs; i++) {
            assertThat(log.append("run " + i, outcome("x")).entry().end().number()).isEqualTo(i + 1);
        }
        for (int i = 0; i < runs; i += 100) {
            assertThat(reopened().append("run " + i, outcome("y")).appended()).isFalse();
        }

        assertThat(Files.size(folder.resolve("data").resolve(OutcomeIndex.NAME))).isEqualTo(64 + 4096 * 32);
        try (OutcomeIndex index = OutcomeIndex.open(folder.resolve("data"), JournalDisk.real())) {
            assertThat(index.covered().number()).isBetween(runs - 256L, (long) runs);
        }
    }

    @Test
    void concurrentWritersWaitForEachOtherAndOneOfThemIsFirst() throws Exception {
        List<Future<Integer>> counts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < 4; writer++) {
                OutcomeLog own = reopened();
                counts.add(threads.submit(() -> {
                    int first = 0;
                    for (int i = 0; i < 20; i++) {
                        first += own.append("run " + i, outcome("x")).appended() ? 1 : 0;
                    }
                    return first;
                }));
            }
        }

        int all = 0;
        for (Future<Integer> count : counts) {
            all += count.get();
        }
        assertThat(all).isEqualTo(20);
        assertThat(entries(OutcomeMark.START)).hasSize(20).extracting(LoggedOutcome::run).doesNotHaveDuplicates();
    }

    @Test
    void refusesAnOutcomeThatIsTooLargeAndIdsOfNoRun() {
        assertThatThrownBy(() -> log.append("a", outcome("x".repeat(ChecksummedLine.MAX_LINE))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.append("", outcome("x"))).hasMessageContaining("got 0");
        assertThatThrownBy(() -> log.append("x".repeat(513), outcome("x"))).hasMessageContaining("got 513");
        assertThat(entries(OutcomeMark.START)).isEmpty();
    }

    @Test
    void anInterruptedThreadTellsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        boolean appended = log.append("a", outcome("x")).appended();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(appended).isTrue();
    }

    private Path file() {
        return folder.resolve("data").resolve(FileOutcomeLog.NAME);
    }

    private OutcomeLog reopened() {
        return FileOutcomeLog.open(folder.resolve("data"), World.system(2));
    }

    private List<LoggedOutcome> entries(OutcomeMark from) {
        List<LoggedOutcome> entries = new ArrayList<>();
        log.read(from, entries::add);
        return entries;
    }

    private static JsonValue.Obj outcome(String text) {
        return new JsonObjectBuilder().with("x", text).json();
    }
}
