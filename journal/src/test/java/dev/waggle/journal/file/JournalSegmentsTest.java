package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Segments of an open journal. */
class JournalSegmentsTest {

    private static final JournalConfig SMALL = JournalConfig.defaults().withMaxSegmentBytes(600);

    @TempDir
    private Path folder;

    private final ManualWorld world = new ManualWorld(Journals.START, 1);

    private FileJournal open(JournalConfig config) {
        return FileJournal.open(folder, config, world);
    }

    private static void append(FileJournal journal, int count) {
        for (int i = 0; i < count; i++) {
            LogEntry made = Journals.entry(journal.lastSequence() + 1);
            LogEntry _ = journal.append(made.signal(), made.emission(), made.recordedAt());
        }
    }

    @Test
    void anEmptyJournalHasOneEmptySegment() {
        try (FileJournal journal = open(SMALL)) {
            assertThat(journal.segments()).containsExactly(new JournalSegment("events.jsonl", false, 0, 0, 0));
        }
    }

    @Test
    void segmentsHoldEveryEntryOnceAndEachByteOfTheirFiles() throws IOException {
        try (FileJournal journal = open(SMALL)) {
            for (int i = 0; i < 30; i++) {
                append(journal, 1);
                requireWhole(journal, 1);
            }
            assertThat(journal.segments()).hasSizeGreaterThan(3);
        }
        try (FileJournal again = open(SMALL)) {
            requireWhole(again, 1);
            append(again, 3);
            requireWhole(again, 1);
        }
    }

    @Test
    void deletedSegmentsAreNotAmongThem() throws IOException {
        try (FileJournal journal = open(SMALL.withRetention(new RetentionPolicy(2_000L, null)))) {
            append(journal, 40);
            long first = journal.read(1, 1).getFirst().sequence();
            assertThat(first).isGreaterThan(1);
            requireWhole(journal, first);
        }
    }

    private void requireWhole(FileJournal journal, long first) throws IOException {
        journal.sync();
        List<JournalSegment> segments = journal.segments();
        long next = first;
        for (JournalSegment segment : segments) {
            assertThat(segment.bytes()).isEqualTo(Files.size(folder.resolve(segment.name())));
            assertThat(segment.sealed()).isEqualTo(!segment.equals(segments.getLast()));
            if (segment.first() > 0) {
                assertThat(segment.first()).isEqualTo(next);
                next = segment.last() + 1;
            }
        }
        assertThat(next).isEqualTo(journal.lastSequence() + 1);
    }
}
