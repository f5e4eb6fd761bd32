package dev.waggle.journal.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

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

/** A journal with one rotten byte that is written again: whole entries stay, and no new entry is hidden. */
class RottenByteTest {

    private static final long SEED = 20_261_122;
    private static final int ENTRIES = 4;

    /** Number of random positions in each file, besides its line ends and their neighbours. */
    private static final int CHOSEN = 60;

    private static final JournalConfig CONFIG = JournalConfig.defaults().withDurability(Durability.never());

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private int journals;

    @Test
    void inTheSegmentThatIsBeingWritten() throws IOException {
        everyChange(false, lines(ENTRIES));
    }

    @Test
    void inTheLastSealedSegmentWhenTheActiveOneIsEmpty() throws IOException {
        everyChange(true, lines(ENTRIES));
    }

    @Test
    void inTheSegmentThatIsBeingWrittenWhenItsLastLineIsTornToo() throws IOException {
        List<byte[]> lines = lines(ENTRIES);
        for (int lacking : new int[] {1, 20}) {
            for (int line = 0; line + 1 < ENTRIES; line++) {
                byte[] whole = joined(lines);
                byte[] torn = Arrays.copyOf(whole, whole.length - lacking);
                torn[end(lines, line) - 1] = 0x0b;
                expect(false, torn, lacking == 1 ? List.of(1L, 2L, 3L, 4L) : List.of(1L, 2L, 3L),
                        "line end " + (line + 1) + " is 0x0b, and the last line lacks " + lacking + " bytes");
            }
        }
    }

    private void everyChange(boolean isSealed, List<byte[]> lines) throws IOException {
        byte[] whole = joined(lines);
        for (int at : positions(whole)) {
            List<Long> others = new ArrayList<>();
            for (int line = 0; line < ENTRIES; line++) {
                boolean isTouched = end(lines, line) - lines.get(line).length <= at && at < end(lines, line) - 1;
                if (!isTouched) {
                    others.add(line + 1L);
                }
            }
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(7));
            expect(isSealed, flipped, others, "byte " + at + " is flipped to " + flipped[at]);
            byte[] changed = whole.clone();
            changed[at] = changed[at] == '\n' ? 0x0b : (byte) '\n';
            expect(isSealed, changed, others, "byte " + at + " is " + changed[at]);
            byte[] split = new byte[whole.length + 1];
            System.arraycopy(whole, 0, split, 0, at);
            split[at] = '\n';
            System.arraycopy(whole, at, split, at + 1, whole.length - at);
            expect(isSealed, split, others, "a line end is put in at " + at);
        }
    }

    private void expect(boolean isSealed, byte[] content, List<Long> others, String what) throws IOException {
        String context = "seed " + SEED + ": " + what;
        Path place = Files.createDirectory(folder.resolve("j" + journals++));
        Path active = place.resolve(SegmentFile.ACTIVE);
        Files.write(isSealed ? SegmentFile.sealed(place, 1).path() : active, content);
        if (isSealed) {
            Files.createFile(active);
        }
        List<LogEntry> added = new ArrayList<>();
        List<LogEntry> own;
        try (FileJournal journal = FileJournal.open(place, CONFIG, World.system())) {
            if (!isSealed) {
                assertThat(journal.recovery().isClean()).as(context).isFalse();
                assertThat(journal.recovery().damages()).as(context).isNotEmpty();
            }
            for (int i = 0; i < 2; i++) {
                added.add(journal.append(JournalContract.vote("new" + i), Emission.by("bus"), JournalContract.START));
            }
            own = journal.read(1, Integer.MAX_VALUE);
        }
        expectAll(own, others, added, context + ", the journal itself");
        try (JournalReader reader = JournalReader.open(place)) {
            expectAll(Journals.all(reader), others, added, context + ", a reader");
        }
        try (FileJournal journal = FileJournal.open(place, CONFIG, World.system())) {
            assertThat(journal.lastSequence()).as(context).isEqualTo(added.getLast().sequence());
            expectAll(journal.read(1, Integer.MAX_VALUE), others, added, context + ", opened again");
        }
    }

    private static void expectAll(List<LogEntry> read, List<Long> others, List<LogEntry> added, String context) {
        assertThat(read).as(context).containsAll(others.stream().map(RottenByteTest::entry).toList())
                .containsAll(added);
        assertThat(read).extracting(LogEntry::sequence).as(context).doesNotHaveDuplicates().isSorted();
    }

    /** The line ends, their neighbours, and some random positions. */
    private Set<Integer> positions(byte[] content) {
        Set<Integer> positions = new TreeSet<>();
        for (int i = 0; i < content.length; i++) {
            if (content[i] == '\n') {
                positions.add(i - 1);
                positions.add(i);
                positions.add(Math.min(i + 1, content.length - 1));
            }
        }
        for (int i = 0; i < CHOSEN; i++) {
            positions.add(random.nextInt(content.length));
        }
        return positions;
    }

    private static List<byte[]> lines(int count) {
        List<byte[]> lines = new ArrayList<>();
        for (long n = 1; n <= count; n++) {
            lines.add(LineCodec.toLine(entry(n)));
        }
        return lines;
    }

    private static LogEntry entry(long sequence) {
        return new LogEntry(sequence, JournalContract.START, Emission.by("bus"), JournalContract.vote("s" + sequence));
    }

    private static int end(List<byte[]> lines, int line) {
        return lines.subList(0, line + 1).stream().mapToInt(bytes -> bytes.length).sum();
    }

    private static byte[] joined(List<byte[]> lines) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        lines.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
