package dev.waggle.journal.file.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.Journals;
import dev.waggle.journal.file.StoppingDisk;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.BackgroundFailures;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The index finds the same entries as a scan, and reads little. Scenarios: durable-signals 10, 13, 16. */
class JournalIndexTest {

    private static final System.Logger LOG = System.getLogger(JournalIndexTest.class.getName());
    private static final int SEGMENTS = 4;
    private static final int EACH = 2_000;
    private static final long TOTAL = (long) SEGMENTS * EACH;

    /** Bytes of two blocks of 64 lines of some 200 bytes, and of loading the index of a segment. */
    private static final long TWO_BLOCKS = 2 * 64 * 260;

    @TempDir
    Path folder;

    @Test
    void findsWhatAScanFinds() throws IOException {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        List<LogEntry> all = Journals.write(folder, 1, SEGMENTS, EACH, JournalIndexTest::entry);
        JournalIndex index = lookup();
        try (JournalReader outside = JournalReader.open(folder)) {
            for (int i = 0; i < 300; i++) {
                JournalQuery query = random(random);
                List<LogEntry> expected = expected(all, query);

                assertThat(index.select(query)).as("seed %d, query %s", seed, query).isEqualTo(expected);
                assertThat(outside.select(query)).as("seed %d, outside, query %s", seed, query).isEqualTo(expected);
            }
            assertThat(outside.damages()).isEmpty();
        }
    }

    @Test
    void readsOnlyTheBlocksThatAnAnswerIsIn() throws IOException {
        Journals.write(folder, 1, SEGMENTS, EACH, JournalIndexTest::entry);
        JournalIndex index = lookup();
        index.select(JournalQuery.ALL);

        assertThat(work(index, JournalQuery.fromSequence(3_500).withFirst(10))).isBetween(1L, TWO_BLOCKS);
        assertThat(work(index, JournalQuery.last(20))).isBetween(1L, TWO_BLOCKS);
        assertThat(work(index, JournalQuery.last(1).ofTypes(Pattern.of("build:*")))).isBetween(1L, TWO_BLOCKS);
        assertThat(work(index, JournalQuery.ALL.since(Journals.START.plusSeconds(7_000)).withFirst(1)))
                .isBetween(1L, TWO_BLOCKS);
        assertThat(work(index, JournalQuery.ALL.ofRun("run41"))).isBetween(1L, 2 * TWO_BLOCKS);
        assertThat(work(index, JournalQuery.ALL.ofThread("thread 5000"))).isBetween(1L, TWO_BLOCKS);
        assertThat(work(index, JournalQuery.ALL.ofThread("no such thread"))).isLessThan(TWO_BLOCKS);
    }

    @Test
    void anIndexThatIsMissingStaleOrDamagedIsMadeAnew() throws IOException {
        List<LogEntry> all = Journals.write(folder, 1, 2, EACH, JournalIndexTest::entry);
        Path file = SegmentIndexFile.of(SegmentFile.list(folder).getFirst());
        JournalQuery query = JournalQuery.fromSequence(1_900).withFirst(5);
        assertThat(lookup().select(query)).isEqualTo(expected(all, query));
        byte[] good = Files.readAllBytes(file);

        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 50; i++) {
            byte[] bad = good.clone();
            int at = random.nextInt(bad.length);
            bad[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(file, i % 2 == 0 ? bad : java.util.Arrays.copyOf(good, at));

            assertThat(lookup().select(query)).as("seed 3, round %d", i).isEqualTo(expected(all, query));
            assertThat(file).hasBinaryContent(good);
        }
        SegmentFile first = SegmentFile.list(folder).getFirst();
        Journals.write(first.path(), all.subList(0, EACH - 1));
        assertThat(lookup().select(JournalQuery.fromSequence(1_998).withFirst(2))).extracting(LogEntry::sequence)
                .containsExactly(1_998L, 1_999L);
    }

    @Test
    void whatIsLeftOfAnIndexThatWasBeingWrittenIsTakenAwayByTheNextWriter() throws IOException {
        Journals.write(folder, 1, 2, 10, JournalIndexTest::entry);
        Path left = Files.writeString(SegmentIndexFile.unfinished(SegmentFile.list(folder).getFirst()),
                "half an index");

        FileJournal.open(folder).close();

        assertThat(left).doesNotExist();
    }

    @Test
    void anIndexThatCannotBeWrittenIsKeptInMemory() throws IOException {
        List<LogEntry> all = Journals.write(folder, 1, 2, EACH, JournalIndexTest::entry);
        BackgroundFailures troubles = new BackgroundFailures(() -> LOG);
        JournalIndex index = filled(new JournalIndex(new JournalFolder(folder, new StoppingDisk(0), troubles)));
        JournalQuery query = JournalQuery.fromSequence(1_900).withFirst(5);

        assertThat(index.select(query)).isEqualTo(expected(all, query));
        assertThat(troubles.all()).hasSize(1);
        assertThat(work(index, query)).isBetween(1L, TWO_BLOCKS);
    }

    @Test
    void aMillionEntriesCostLessThanTwoMegabytes() {
        SegmentIndex.Builder index = new SegmentIndex.Builder();
        long offset = 0;
        for (long sequence = 1; sequence <= 64_000; sequence++) {
            index.add(new ScannedLine.Entry(Journals.entry(1),
                    new ScannedLine.LinePosition(sequence, offset, offset + 200)));
            offset += 200;
        }
        long bytes = index.build(offset).toBytes(0).length;

        assertThat(bytes * 1_000_000 / 64_000).isLessThan(2_000_000);
    }

    private long work(JournalIndex index, JournalQuery query) {
        long before = index.bytesRead();
        index.select(query);
        return index.bytesRead() - before;
    }

    private JournalIndex lookup() throws IOException {
        return filled(
                new JournalIndex(new JournalFolder(folder, JournalDisk.real(), new BackgroundFailures(() -> LOG))));
    }

    /** Adds the lines of the active segment to the index, as a writer does. */
    private JournalIndex filled(JournalIndex index) throws IOException {
        long offset = 0;
        for (String line : Files.readAllLines(folder.resolve(SegmentFile.ACTIVE))) {
            byte[] bytes = line.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            index.add(LineCodec.fromLine(bytes), offset, bytes.length + 1);
            offset += bytes.length + 1;
        }
        return index;
    }

    private static LogEntry entry(long sequence) {
        return Journals.entry(sequence, sequence % 1_000 == 0 ? "thread " + sequence : null, "run" + sequence / 100);
    }

    private static JournalQuery random(SplittableRandom random) {
        JournalQuery query = JournalQuery.fromSequence(random.nextInt(3) == 0 ? random.nextLong(1, TOTAL + 50) : 1);
        query = random.nextInt(3) == 0 ? query.endingAt(random.nextLong(TOTAL + 50)) : query;
        query = random.nextInt(3) == 0
                ? query.since(Journals.START.plusSeconds(random.nextLong(TOTAL + 50)))
                : query;
        query = random.nextInt(4) == 0 ? query.ofRun("run" + random.nextInt(90)) : query;
        query = random.nextInt(5) == 0 ? query.ofThread("thread " + random.nextInt(9) * 1_000) : query;
        query = random.nextInt(4) == 0 ? query.ofTypes(Pattern.of("build:step1")) : query;
        int limit = random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(500);
        return random.nextBoolean() ? query.withFirst(limit) : query.withLast(limit);
    }

    private static List<LogEntry> expected(List<LogEntry> all, JournalQuery query) {
        List<LogEntry> fitting = all.stream().filter(query::matches).toList();
        int size = Math.min(fitting.size(), query.limit());
        return query.end() == JournalQuery.End.FIRST
                ? fitting.subList(0, size)
                : fitting.subList(fitting.size() - size, fitting.size());
    }
}
