package dev.waggle.journal.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries of a journal while its writer seals one segment after another. Durable-signals 12. */
class SealingBesideTest {

    private static final int LOOKS = 60;
    private static final int ENTRIES_A_LOOK = 40;

    @TempDir
    Path folder;

    @Test
    void aReaderMissesNothingThatWasThereWhenItAsked() throws Exception {
        besideAWriter(journal -> {
            long before = journal.lastSequence();
            try (JournalReader reader = JournalReader.open(folder)) {
                requireWhole(reader.select(JournalQuery.last(30)), Math.max(1, before - 29), before);
                long from = Math.max(1, before - 200);
                requireWhole(reader.select(JournalQuery.fromSequence(from)), from, before);
                List<LogEntry> all = new ArrayList<>();
                reader.forEach(from, all::add);
                requireWhole(all, from, before);
                assertThat(reader.damages()).isEmpty();
            }
        });
    }

    @Test
    void theJournalItselfMissesNothingThatWasThereWhenItWasAsked() throws Exception {
        besideAWriter(journal -> {
            long before = journal.lastSequence();
            requireWhole(journal.select(JournalQuery.last(30)), Math.max(1, before - 29), before);
            long from = Math.max(1, before - 200);
            requireWhole(journal.select(JournalQuery.fromSequence(from)), from, before);
        });
    }

    private interface Question {
        void ask(FileJournal journal);
    }

    private void besideAWriter(Question question) throws Exception {
        JournalConfig config = JournalConfig.defaults().withDurability(Durability.never()).withMaxSegmentBytes(3_000);
        AtomicBoolean isOver = new AtomicBoolean();
        try (FileJournal journal = FileJournal.open(folder, config, new ManualWorld(Journals.START, 1));
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            FileJournalTest.fill(journal, 40);
            AtomicLong allowed = new AtomicLong();
            Future<?> writer = threads.submit(() -> {
                while (!isOver.get()) {
                    if (journal.lastSequence() < allowed.get()) {
                        FileJournalTest.fill(journal, 1);
                    } else {
                        Thread.onSpinWait();
                    }
                }
            });
            try {
                for (int look = 0; look < LOOKS; look++) {
                    allowed.set(journal.lastSequence() + ENTRIES_A_LOOK);
                    question.ask(journal);
                }
            } finally {
                isOver.set(true);
            }
            writer.get();
            assertThat(journal.backgroundFailures()).isEmpty();
            assertThat(SegmentFile.list(folder)).hasSizeGreaterThan(3);
        }
    }

    /** Requires unbroken entries, from at most that number to at least the last one that was there before. */
    private static void requireWhole(List<LogEntry> found, long from, long before) {
        assertThat(found).isNotEmpty();
        long first = found.getFirst().sequence();
        long last = found.getLast().sequence();
        assertThat(last).isGreaterThanOrEqualTo(before);
        assertThat(found).extracting(LogEntry::sequence)
                .containsExactlyElementsOf(LongStream.rangeClosed(first, last).boxed().toList());
        assertThat(found.size() == 30 || first <= from).as("from %d, wanted %d", first, from).isTrue();
    }
}
