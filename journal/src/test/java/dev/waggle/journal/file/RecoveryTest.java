package dev.waggle.journal.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Recovery of a journal after a crash, or from a bad disk. */
class RecoveryTest {

    private static final JournalConfig CONFIG = JournalConfig.defaults().withDurability(Durability.never());

    @TempDir
    Path folder;

    /** durable-signals 14: after a cut at any byte, whole lines stay, and the next entry begins on a clean line. */
    @Test
    void losesNothingButATornLastLineWhereverItWasTorn() throws IOException {
        byte[] whole = lines(1, 3);
        int lastLine = lines(1, 2).length;
        for (int length = lastLine; length < whole.length - 1; length++) {
            Path place = journal("cut-" + length, Arrays.copyOf(whole, length));
            try (FileJournal journal = open(place)) {
                RecoveryReport recovery = journal.recovery();
                assertThat(recovery.entries()).as("cut at %d", length).isEqualTo(2);
                assertThat(recovery.cutBytes()).as("cut at %d", length).isEqualTo(length - lastLine);
                assertThat(recovery.damages()).isEmpty();
                if (recovery.savedTo() != null) {
                    assertThat(recovery.savedTo()).hasFileName("events.jsonl.torn-1")
                            .hasBinaryContent(Arrays.copyOfRange(whole, lastLine, length));
                    assertThat(recovery.message()).contains(length - lastLine + " bytes were cut off and kept as "
                            + recovery.savedTo());
                }
                assertThat(append(journal)).isEqualTo(3);
            }
            assertThat(numbers(place)).as("cut at %d", length).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void cutsATornFirstLine() throws IOException {
        byte[] first = lines(1, 1);
        for (int length = 1; length < first.length - 1; length++) {
            Path place = journal("first-" + length, Arrays.copyOf(first, length));
            try (FileJournal journal = open(place)) {
                assertThat(journal.recovery().cutBytes()).isEqualTo(length);
                assertThat(append(journal)).isEqualTo(1);
            }
        }
    }

    @Test
    void keepsALastEntryThatLacksNothingButItsLineEnd() throws IOException {
        byte[] whole = lines(1, 3);
        Path place = journal("j", Arrays.copyOf(whole, whole.length - 1));
        try (FileJournal journal = open(place)) {
            assertThat(journal.recovery()).isEqualTo(new RecoveryReport(3, 0, null, List.of()));
            assertThat(append(journal)).isEqualTo(4);
        }
        assertThat(Files.readAllBytes(active(place))).startsWith(whole);
        assertThat(numbers(place)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void keepsALastEntryWhoseLineEndHasBecomeAnotherByte() throws IOException {
        byte[] whole = lines(1, 3);
        byte[] bad = whole.clone();
        bad[bad.length - 1] = 'x';
        Path place = journal("j", bad);
        try (FileJournal journal = open(place)) {
            RecoveryReport recovery = journal.recovery();
            assertThat(recovery.entries()).isEqualTo(3);
            assertThat(recovery.cutBytes()).isEqualTo(1);
            assertThat(recovery.savedTo()).isNotNull().hasContent("x");
            assertThat(recovery.damages()).containsExactly(
                    new JournalDamage(active(place.toRealPath()), 3, lines(1, 2).length, null,
                            "its line end was the byte 0x78"));
            assertThat(append(journal)).isEqualTo(4);
        }
        assertThat(Files.readAllBytes(active(place))).startsWith(whole);
    }

    @Test
    void keepsTheWholeLinesOfABatchThatWasTorn() throws IOException {
        byte[] batch = lines(1, 10);
        int torn = lines(1, 7).length + 30;
        Path place = journal("j", Arrays.copyOf(batch, torn));
        try (FileJournal journal = open(place)) {
            assertThat(journal.recovery().entries()).isEqualTo(7);
            assertThat(journal.recovery().cutBytes()).isEqualTo(30);
            assertThat(append(journal)).isEqualTo(8);
        }
    }

    @Test
    void zerosAtTheEndAreTorn() throws IOException {
        byte[] whole = lines(1, 2);
        for (int lacking : new int[] {0, 1, 20}) {
            byte[] grown = Arrays.copyOf(Arrays.copyOf(whole, whole.length - lacking), whole.length + 4_000);
            Path place = journal("zeros-" + lacking, grown);
            try (FileJournal journal = open(place)) {
                int kept = lacking > 1 ? 1 : 2;
                assertThat(journal.recovery().entries()).isEqualTo(kept);
                assertThat(journal.recovery().damages()).isEmpty();
                assertThat(append(journal)).isEqualTo(kept + 1);
            }
            assertThat(Files.readString(active(place))).doesNotContain("\0");
        }
        try (FileJournal journal = open(journal("all", new byte[512]))) {
            assertThat(journal.recovery().cutBytes()).isEqualTo(512);
            assertThat(append(journal)).isEqualTo(1);
        }
    }

    /** Found by LostWritesTest, seed 20261124, point 8, state 30: a file that had just begun, with blocks of zeros. */
    @Test
    void aFirstEntryWithZerosAnywhereIsTorn() throws IOException {
        byte[] line = lines(1, 1);
        int end = line.length - 1;
        int[][] zeros = {{0, 64, end - 30, end}, {0, 64, end - 30, end + 1}, {3, 70, end - 20, end - 10}};
        for (int[] parts : zeros) {
            byte[] torn = line.clone();
            Arrays.fill(torn, parts[0], parts[1], (byte) 0);
            Arrays.fill(torn, parts[2], parts[3], (byte) 0);
            try (FileJournal journal = open(journal("torn-" + parts[0] + "-" + parts[3], torn))) {
                assertThat(append(journal)).isPositive();
            }
        }
        for (String foreign : List.of("\0\0\1\0\1\0", "{\0\"\0", "\0\0\0 ftypisom", "\0\0\0\0\0\0\0\0\u0007")) {
            Path place = journal("foreign-" + foreign.hashCode(), foreign.getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> open(place)).hasMessageContaining("not a journal");
            assertThat(active(place)).hasBinaryContent(foreign.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void savesEachTornLineUnderANumberOfItsOwn() throws IOException {
        byte[] whole = lines(1, 3);
        Path place = journal("j", Arrays.copyOf(whole, whole.length - 5));
        Files.writeString(place.resolve("events.jsonl.torn-1"), "an earlier one");
        try (FileJournal journal = open(place)) {
            assertThat(journal.recovery().savedTo()).hasFileName("events.jsonl.torn-2");
        }
        assertThat(place.resolve("events.jsonl.torn-1")).hasContent("an earlier one");
    }

    /** Each byte of a middle line is changed in turn: it is found, named and isolated, and costs only that line. */
    @Test
    void aDamagedByteAnywhereIsNamedAndIsolated() throws IOException {
        byte[] whole = lines(1, 4);
        int from = lines(1, 1).length;
        int to = lines(1, 2).length;
        for (int at = from; at < to; at++) {
            int changed = at;
            byte[] bad = whole.clone();
            bad[at] ^= 1;
            Path place = journal("bad-" + at, bad);
            try (FileJournal journal = open(place)) {
                assertThat(journal.recovery().damages()).as("byte %d", at).first().satisfies(damage -> {
                    assertThat(damage.file()).isEqualTo(active(place.toRealPath()));
                    assertThat(damage.line()).isEqualTo(2);
                    assertThat(damage.offset()).isEqualTo(from);
                    // A line end that was changed glues two lines together, of which none is lost.
                    assertThat(damage.lost())
                            .isEqualTo(changed == to - 1 ? null : new JournalDamage.SequenceRange(2, 2));
                });
                assertThat(journal.recovery().isClean()).isFalse();
                assertThat(append(journal)).as("byte %d", at).isEqualTo(5);
            }
            // A line end that was changed glues two lines together, which are still read as two.
            assertThat(numbers(place)).as("byte %d", at)
                    .containsExactlyElementsOf(at == to - 1 ? List.of(1L, 2L, 3L, 4L, 5L) : List.of(1L, 3L, 4L, 5L));
            assertThat(Files.readAllBytes(active(place))).as("byte %d", at).startsWith(bad);
        }
    }

    @Test
    void randomDamageNeverStopsAJournalNorCostsWhatItDidNotTouch() throws IOException {
        long seed = 20_261_122;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = lines(1, 20);
        for (int round = 0; round < 200; round++) {
            byte[] bad = whole.clone();
            int at = random.nextInt(bad.length);
            bad[at] = (byte) random.nextInt(256);
            Path place = journal("round-" + round, bad);
            try (FileJournal journal = open(place)) {
                assertThat(append(journal)).as("seed %d, round %d", seed, round).isBetween(20L, 21L);
                boolean isDamaged = bad[at] != whole[at];
                assertThat(journal.recovery().isClean()).as("seed %d, round %d", seed, round).isEqualTo(!isDamaged);
                assertThat(journal.read(1, 99)).as("seed %d, round %d", seed, round).hasSizeGreaterThanOrEqualTo(19);
            }
        }
    }

    @Test
    void saysWhatIsWrongWithALineAndWhatItCosts() throws IOException {
        byte[] one = lines(1, 1);
        assertThat(damages(one, bytes("{}\n"), lines(3, 3))).singleElement()
                .satisfies(damage -> assertThat(damage.message())
                        .contains("line 2 (byte " + one.length + "): seq is missing; entry 2 cannot be read"));
        assertThat(damages(one, bytes("\n"), lines(2, 3))).extracting(JournalDamage::reason, JournalDamage::lost)
                .containsExactly(tuple("the line is empty", null));
        assertThat(damages(one, lines(4, 5))).singleElement().satisfies(damage -> {
            assertThat(damage.reason()).isEqualTo("seq must be 2 on an unbroken log, got 4");
            assertThat(damage.lost()).isEqualTo(new JournalDamage.SequenceRange(2, 3));
        });
        assertThat(damages(lines(1, 3), lines(2, 2), lines(4, 4))).singleElement()
                .extracting(JournalDamage::line, JournalDamage::reason, JournalDamage::lost)
                .containsExactly(4L, "seq must be above 3, got 2", null);
        assertThat(damages(one, bytes("x".repeat(LineCodec.MAX_LINE + 1) + "\n"), lines(3, 3))).singleElement()
                .extracting(JournalDamage::reason, JournalDamage::lost)
                .containsExactly("a line must have at most 8388608 bytes", new JournalDamage.SequenceRange(2, 2));
        assertThat(damages(one, bytes("{}\nx\n"))).extracting(JournalDamage::lost)
                .containsExactly(new JournalDamage.SequenceRange(2, 2), new JournalDamage.SequenceRange(3, 3));
    }

    @Test
    void theNextNumberIsAboveEverythingThatWasSeen() throws IOException {
        Path place = journal("j", concat(lines(1, 2), bytes("garbage\n"), lines(9, 9), lines(3, 3), bytes("x\n")));
        try (FileJournal journal = open(place)) {
            assertThat(append(journal)).isEqualTo(11);
            assertThat(journal.read(1, 99)).extracting(LogEntry::sequence).containsExactly(1L, 2L, 3L, 9L, 11L);
        }
    }

    @Test
    void aGapThatACompactionLeftIsNoDamage() throws IOException {
        byte[] gap = new GapLine(2, 5, GapLine.COMPACTED).toLine();
        try (FileJournal journal = open(journal("j", concat(lines(1, 1), gap, lines(7, 8))))) {
            assertThat(journal.recovery()).isEqualTo(new RecoveryReport(3, 0, null, List.of()));
            assertThat(append(journal)).isEqualTo(9);
        }
    }

    /** The crash between the renaming of a full segment and the beginning of the next. */
    @Test
    void withoutAnActiveSegmentTheSealedOneTellsWhatIsNext() throws IOException {
        Path place = Files.createDirectory(folder.resolve("j"));
        Files.write(SegmentFile.sealed(place, 1).path(), lines(1, 5));
        try (FileJournal journal = open(place)) {
            assertThat(journal.recovery().isClean()).isTrue();
            assertThat(journal.lastSequence()).isEqualTo(5);
            assertThat(append(journal)).isEqualTo(6);
        }
        assertThat(numbers(place)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void aSealedSegmentThatEndsInAGapOrInDamageStillTellsWhatIsNext() throws IOException {
        assertThat(nextAfterSealed(lines(1, 5), new GapLine(6, 100, GapLine.COMPACTED).toLine())).isEqualTo(106);
        assertThat(nextAfterSealed(lines(1, 5), bytes("damaged\n"))).isEqualTo(7);
        assertThat(nextAfterSealed(bytes("damaged\n"), bytes("damaged\n"))).isEqualTo(3);
        assertThat(nextAfterSealed(lines(1, 2_000))).isEqualTo(2_001);
        assertThat(nextAfterSealed(lines(1, 1), bytes("x".repeat(300_000) + "\n"))).isEqualTo(3);
    }

    @Test
    void entriesThatAreMissingBetweenSegmentsAreNamed() throws IOException {
        Path place = journal("j", lines(8, 9));
        Files.write(SegmentFile.sealed(place, 1).path(), lines(1, 5));
        try (FileJournal journal = open(place)) {
            assertThat(journal.recovery().damages()).singleElement().extracting(JournalDamage::lost)
                    .isEqualTo(new JournalDamage.SequenceRange(6, 7));
            assertThat(append(journal)).isEqualTo(10);
        }
    }

    @Test
    void whatACompactionLeftUnfinishedIsTakenAway() throws IOException {
        Path place = journal("j", lines(1, 2));
        Path unfinished = Files.write(place.resolve("events-00000000000000000001.jsonl.tmp"), lines(1, 1));
        Path foreign = Files.writeString(place.resolve("notes.tmp"), "mine");
        try (FileJournal journal = open(place)) {
            assertThat(journal.recovery().isClean()).isTrue();
        }
        assertThat(unfinished).doesNotExist();
        assertThat(foreign).exists();
    }

    private List<JournalDamage> damages(byte[]... parts) throws IOException {
        Path place = Files.createTempDirectory(folder, "j");
        Files.write(active(place), concat(parts));
        try (FileJournal journal = open(place)) {
            return journal.recovery().damages();
        }
    }

    private long nextAfterSealed(byte[]... parts) throws IOException {
        Path place = Files.createTempDirectory(folder, "j");
        Files.write(SegmentFile.sealed(place, 1).path(), concat(parts));
        try (FileJournal journal = open(place)) {
            return append(journal);
        }
    }

    private Path journal(String name, byte[] content) throws IOException {
        Path place = Files.createDirectory(folder.resolve(name));
        Files.write(active(place), content);
        return place;
    }

    private static Path active(Path place) {
        return place.resolve("events.jsonl");
    }

    private static FileJournal open(Path place) {
        return FileJournal.open(place, CONFIG, World.system());
    }

    private static long append(FileJournal journal) {
        return journal.append(JournalContract.vote("next"), Emission.by("bus"), JournalContract.START).sequence();
    }

    private static List<Long> numbers(Path place) {
        try (FileJournal journal = open(place)) {
            return journal.read(1, Integer.MAX_VALUE).stream().map(LogEntry::sequence).toList();
        }
    }

    private static byte[] lines(long first, long last) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        Instant at = JournalContract.START;
        for (long n = first; n <= last; n++) {
            lines.writeBytes(LineCodec.toLine(new LogEntry(n, at, Emission.by("bus"), JournalContract.vote("s" + n))));
        }
        return lines.toByteArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
