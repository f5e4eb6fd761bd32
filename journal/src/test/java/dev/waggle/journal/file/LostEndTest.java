package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Deleted newest lines and files: what the high-water mark proves, and which numbers come next. */
class LostEndTest {

    private static final int LINES_EACH = 4;

    @TempDir
    Path folder;

    @Test
    void aClosedJournalThatLacksItsNewestLinesIsNotSound() throws IOException {
        append(10);
        cutLines(SegmentFile.ACTIVE, 1);

        assertThat(lost()).containsExactly(new SequenceRange(10, 10));
    }

    @Test
    void openingReportsTheLossAndGivesNoNumberTwice() throws IOException {
        append(10);
        cutLines(SegmentFile.ACTIVE, 2);

        try (FileJournal journal = open()) {
            assertThat(journal.recovery().message()).contains("but its high-water mark names entry 10",
                    "entries 9 to 10 cannot be read");
            assertThat(append(journal).sequence()).isEqualTo(11);
        }
        assertThat(lost()).containsExactly(new SequenceRange(9, 10));
        try (FileJournal journal = open()) {
            assertThat(append(journal).sequence()).isEqualTo(12);
        }
    }

    @Test
    void aCopyPutBackHealsTheJournal() throws IOException {
        append(10);
        byte[] whole = Files.readAllBytes(active());
        cutLines(SegmentFile.ACTIVE, 1);
        open().close();
        Files.write(active(), whole);

        assertThat(verified().isSound()).isTrue();
    }

    @Test
    void aDeletedActiveSegmentIsNoticed() throws IOException {
        append(10);
        Files.delete(active());

        assertThat(verified().damages()).singleElement().satisfies(damage -> {
            assertThat(damage.file()).isEqualTo(active());
            assertThat(damage.reason()).startsWith("the segment that was being written is not there");
            assertThat(damage.lost()).isEqualTo(new SequenceRange(9, 10));
        });
        try (FileJournal journal = open()) {
            assertThat(journal.recovery().isClean()).isFalse();
            assertThat(append(journal).sequence()).isEqualTo(11);
        }
        assertThat(verified().isSound()).isFalse();
    }

    @Test
    void aSegmentDeletedAfterAKillLeavesRoomForAllItsPossibleNumbers() throws IOException {
        append(9);
        byte[] opened;
        try (FileJournal journal = open()) {
            opened = Files.readAllBytes(HighWaterMark.in(folder));
            append(journal);
            append(journal);
        }
        Files.write(HighWaterMark.in(folder), opened);
        Files.delete(active());

        try (FileJournal journal = open()) {
            assertThat(append(journal).sequence()).isGreaterThan(11);
        }
        assertThat(verified().isSound()).isFalse();
    }

    @Test
    void aJournalOfWhichOnlyTheMarkIsLeftIsNotSoundEvenAfterItWasOpened() throws IOException {
        append(3);
        Files.delete(active());

        assertThat(lost()).containsExactly(new SequenceRange(1, 3));
        open().close();
        assertThat(lost()).containsExactly(new SequenceRange(1, 3));
        try (FileJournal journal = open()) {
            assertThat(journal.recovery().isClean()).isFalse();
            assertThat(append(journal).sequence()).isEqualTo(4);
        }
        assertThat(lost()).containsExactly(new SequenceRange(1, 3));
    }

    @Test
    void aDeletedNewestSealedSegmentIsNoticedWhenTheActiveOneIsEmpty() throws IOException {
        append(LINES_EACH + 1);
        Files.delete(SegmentFile.sealed(folder, 1).path());
        cutLines(SegmentFile.ACTIVE, 1);

        assertThat(lost()).containsExactly(new SequenceRange(1, 5));
        try (FileJournal journal = open()) {
            assertThat(append(journal).sequence()).isEqualTo(6);
        }
    }

    @Test
    void segmentsDeletedAtTheFrontAndInTheMiddleStayToldApart() throws IOException {
        append(3 * LINES_EACH + 1);
        Path middle = SegmentFile.sealed(folder, LINES_EACH + 1).path();
        byte[] content = Files.readAllBytes(middle);
        Files.delete(middle);
        assertThat(lost()).containsExactly(new SequenceRange(LINES_EACH + 1, 2 * LINES_EACH));

        Files.write(middle, content);
        Files.delete(SegmentFile.sealed(folder, 1).path());
        assertThat(verified().isSound()).isTrue();
        assertThat(verified().first()).isEqualTo(LINES_EACH + 1);
    }

    @Test
    void anOldJournalWithoutAMarkIsSoundAndGetsOne() throws IOException {
        Journals.write(folder, 2, LINES_EACH);

        assertThat(verified().isSound()).isTrue();
        open().close();
        assertThat(verified().isSound()).isTrue();
        cutLines(SegmentFile.ACTIVE, 1);
        assertThat(lost()).containsExactly(new SequenceRange(2 * LINES_EACH, 2 * LINES_EACH));
    }

    @Test
    void aDamagedMarkIsNamedAndReplaced() throws IOException {
        append(3);
        byte[] whole = Files.readAllBytes(HighWaterMark.in(folder));
        for (int at = 0; at < whole.length - 1; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(HighWaterMark.in(folder), damaged);
            assertThat(verified().damages()).as("byte " + at).extracting(JournalDamage::file)
                    .containsExactly(HighWaterMark.in(folder));
        }
        try (FileJournal journal = open()) {
            assertThat(journal.recovery().message()).contains("the high-water mark does not have the checksum");
            assertThat(append(journal).sequence()).isEqualTo(4);
        }
        assertThat(verified().isSound()).isTrue();
    }

    @Test
    void readersNameTheLossToo() throws IOException {
        append(10);
        cutLines(SegmentFile.ACTIVE, 1);
        try (JournalReader reader = JournalReader.open(folder)) {
            assertThat(Journals.all(reader)).hasSize(9);
            assertThat(reader.damages()).hasSize(1);
        }
    }

    @Test
    void deliveryFactsProveEntriesOfAJournalWithoutAMark() throws IOException {
        Path signals = folder.resolve("signals");
        Path inboxes = Files.createDirectories(folder.resolve("inboxes"));
        Journals.write(signals, 1, LINES_EACH);
        Files.writeString(inboxes.resolve(SegmentFile.ACTIVE), line(
                "{\"recordedAt\":1767225600000,\"by\":\"inboxes\",\"id\":\"fact_1\",\"type\":\"inbox:passed\","
                        + "\"source\":{\"type\":\"system\"},\"data\":{\"upTo\":7,\"but\":[]},"
                        + "\"createdAt\":1767225600000,\"profile\":\"durable\",\"lifetime\":{\"type\":\"unlimited\"}}"));

        JournalVerification found = JournalVerification.of(folder, _ -> {
        });
        assertThat(found.damages()).extracting(JournalDamage::lost).containsExactly(new SequenceRange(5, 7));
        assertThat(found.damages().getFirst().reason()).contains("its delivery facts name entry 7");
        try (FileJournal journal = FileJournal.open(signals, JournalConfig.defaults(), World.system(1))) {
            assertThat(append(journal).sequence()).isEqualTo(8);
        }
    }

    private static String line(String body) {
        return new String(LineCodec.line(1, body.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    private void append(int count) {
        try (FileJournal journal = open()) {
            for (int i = 0; i < count; i++) {
                append(journal);
            }
        }
    }

    private static LogEntry append(FileJournal journal) {
        return journal.append(JournalContract.vote("s" + journal.lastSequence()), Emission.by("bus"),
                JournalContract.START);
    }

    private FileJournal open() {
        int bytes = LINES_EACH * LineCodec.toLine(new LogEntry(1, JournalContract.START, Emission.by("bus"),
                JournalContract.vote("s1"))).length - LINES_EACH;
        return FileJournal.open(folder, JournalConfig.defaults().withDurability(Durability.never())
                .withMaxSegmentBytes(bytes), World.system(1));
    }

    private void cutLines(String file, int count) throws IOException {
        Path path = folder.resolve(file);
        List<String> lines = Files.readAllLines(path);
        int bytes = 0;
        for (String line : lines.subList(0, lines.size() - count)) {
            bytes += line.getBytes(StandardCharsets.UTF_8).length + 1;
        }
        Files.write(path, Arrays.copyOf(Files.readAllBytes(path), bytes));
    }

    private List<SequenceRange> lost() {
        return verified().damages().stream().map(JournalDamage::lost).toList();
    }

    private JournalVerification verified() {
        return JournalVerification.of(folder, _ -> {
        });
    }

    private Path active() {
        return folder.resolve(SegmentFile.ACTIVE);
    }
}
