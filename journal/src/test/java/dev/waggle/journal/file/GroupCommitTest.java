package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Group commit: appends that meet are written together, and followers receive each entry. */
class GroupCommitTest {

    private static final JournalConfig SYNCED = JournalConfig.defaults().withDurability(Durability.everyAppend());

    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();
    private final ManualWorld world = new ManualWorld(JournalContract.START, 1);

    @Test
    void aWriterAloneCostsOneWriteAndOneSyncEach() {
        try (FileJournal journal = open(SYNCED)) {
            disk.writes.set(0); // The high-water mark was written.
            FileJournalTest.fill(journal, 10);

            assertThat(disk.writes).hasValue(10);
            assertThat(journal.syncs()).isEqualTo(10);
        }
    }

    /** The first sync is held until all other appends wait: these are then one write and one sync. */
    @Test
    void appendsThatMeetAreSyncedTogether() throws Exception {
        int writers = 64;
        CountDownLatch arrived = new CountDownLatch(writers);
        try (FileJournal journal = open(SYNCED); ExecutorService pool = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().factory())) {
            disk.writes.set(0); // The high-water mark was written.
            List<Thread> others = new ArrayList<>();
            AtomicInteger held = new AtomicInteger();
            disk.beforeForce = () -> {
                if (held.getAndIncrement() == 0) {
                    arrived.countDown();
                    awaitQueued(arrived, others);
                }
            };
            List<Future<LogEntry>> appended = new ArrayList<>();
            appended.add(pool.submit(append(journal, "first")));
            while (held.get() == 0) {
                Thread.onSpinWait();
            }
            for (int i = 1; i < writers; i++) {
                String id = "s" + i;
                appended.add(pool.submit(() -> {
                    synchronized (others) {
                        others.add(Thread.currentThread());
                    }
                    arrived.countDown();
                    return append(journal, id).call();
                }));
            }
            List<Long> numbers = new ArrayList<>();
            for (Future<LogEntry> entry : appended) {
                numbers.add(entry.get().sequence());
            }

            assertThat(numbers)
                    .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, writers).boxed().toList());
            assertThat(journal.syncs()).isEqualTo(2);
            assertThat(disk.writes).hasValue(2);
            assertThat(journal.read(1, 99)).extracting(LogEntry::sequence).isSorted().hasSize(writers);
        }
    }

    @Test
    void followersAreToldInOrderBeforeTheAppendReturns() throws Exception {
        List<LogEntry> told = new ArrayList<>();
        try (FileJournal journal = open(SYNCED); ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            try (Closeable _ = journal.follow(told::addAll)) {
                List<Callable<Boolean>> writers = new ArrayList<>();
                for (int w = 0; w < 8; w++) {
                    String name = "w" + w;
                    writers.add(() -> {
                        for (int i = 0; i < 20; i++) {
                            append(journal, name + "-" + i).call();
                        }
                        return true;
                    });
                }
                for (Future<Boolean> done : pool.invokeAll(writers)) {
                    done.get();
                }
            }
            append(journal, "unheard").call();

            assertThat(told).isEqualTo(journal.read(1, 160));
        }
    }

    @Test
    void aThrowingFollowerHarmsNobodyAndIsReported() {
        List<LogEntry> told = new ArrayList<>();
        try (FileJournal journal = open(SYNCED)) {
            journal.follow(entries -> {
                throw new IllegalStateException("no");
            });
            journal.follow(told::addAll);
            FileJournalTest.fill(journal, 2);

            assertThat(told).hasSize(2);
            assertThat(journal.backgroundFailures()).hasSize(2).first().satisfies(trouble -> {
                assertThat(trouble.description()).isEqualTo("a follower failed when it was notified of entries 1 to 1");
                assertThat(trouble.cause()).hasMessage("no");
            });
        }
    }

    @Test
    void aFollowerThatAppendsIsRefusedInsteadOfWaitingForItself() {
        try (FileJournal journal = open(SYNCED)) {
            journal.follow(entries -> assertThatIllegalStateException()
                    .isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining(
                            "a follower of a journal must not append to it, signal s0 was not appended"));
            FileJournalTest.fill(journal, 1);

            assertThat(journal.backgroundFailures()).isEmpty();
            assertThat(journal.lastSequence()).isEqualTo(1);
        }
    }

    @Test
    void theDiskHasEverythingWithinTheSpan() {
        CountDownLatch synced = new CountDownLatch(1);
        try (FileJournal journal = open(SYNCED.withDurability(Durability.every(Duration.ofSeconds(1))))) {
            disk.beforeForce = synced::countDown;
            FileJournalTest.fill(journal, 5);
            assertThat(synced.getCount()).as("syncs before the span has passed").isEqualTo(1);
            while (synced.getCount() > 0) {
                world.advance(Duration.ofSeconds(1));
            }
        }
        assertThat(synced.getCount()).isZero();
    }

    @Test
    void withoutSyncsNothingIsEverSynced() {
        disk.beforeForce = () -> {
            throw new IllegalStateException("a sync that nobody asked for");
        };
        try (FileJournal journal = open(SYNCED.withDurability(Durability.never()).withMaxSegmentBytes(500))) {
            FileJournalTest.fill(journal, 10);
            assertThat(journal.syncs()).isZero();
        }
    }

    @Test
    void aFullSegmentIsSealedUnderTheNumberOfItsFirstEntry() throws IOException {
        try (FileJournal journal = open(SYNCED.withMaxSegmentBytes(500))) {
            FileJournalTest.fill(journal, 7);
            assertThat(journal.read(1, 99)).extracting(LogEntry::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(journal.read(4, 2)).extracting(LogEntry::sequence).containsExactly(4L, 5L);
        }
        assertThat(SegmentFile.list(folder.toRealPath())).extracting(SegmentFile::first).containsExactly(1L, 3L, 5L);
        try (FileJournal journal = open(SYNCED)) {
            assertThat(journal.recovery().entries()).isEqualTo(1);
            FileJournalTest.fill(journal, 1);
            assertThat(journal.read(1, 99)).hasSize(8);
        }
    }

    @Test
    void anOldSegmentIsSealedWhenTheNextEntryComes() throws IOException {
        try (FileJournal journal = open(SYNCED.withMaxSegmentAge(Duration.ofHours(1)))) {
            for (int minutes : new int[] {0, 30, 60, 61, 100}) {
                journal.append(JournalContract.vote("s" + minutes), Emission.by("bus"),
                        JournalContract.START.plus(Duration.ofMinutes(minutes)));
            }
        }
        assertThat(SegmentFile.list(folder)).extracting(SegmentFile::first).containsExactly(1L);
        try (FileJournal journal = open(SYNCED)) {
            assertThat(journal.recovery().entries()).isEqualTo(2);
        }
    }

    private FileJournal open(JournalConfig config) {
        return FileJournal.open(folder, config, world, disk);
    }

    private static Callable<LogEntry> append(FileJournal journal, String id) {
        return () -> journal.append(JournalContract.vote(id), Emission.by("bus"), JournalContract.START);
    }

    /** Waits until all threads have arrived and sleep, which they do only in the queue. */
    private static void awaitQueued(CountDownLatch arrived, List<Thread> others) {
        try {
            arrived.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        while (!others.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
    }
}
