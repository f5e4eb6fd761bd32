package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Behaviour of a journal when the disk fails: an injected disk, because tests may run as root. */
class FailingDiskTest {

    private static final JournalConfig NEVER = JournalConfig.defaults().withDurability(Durability.never());
    private static final JournalConfig SYNCED = NEVER.withDurability(Durability.everyAppend());

    @TempDir
    Path folder;

    private final FaultyDisk disk = new FaultyDisk();
    private final ManualWorld world = new ManualWorld(JournalContract.START, 1);

    @Test
    void aWriteThatFailsHalfwayLeavesNothingBehind() throws IOException {
        for (JournalConfig config : new JournalConfig[] {NEVER, SYNCED}) {
            try (FileJournal journal = open(config)) {
                FileJournalTest.fill(journal, 2);
                byte[] before = Files.readAllBytes(file());
                long last = journal.lastSequence();
                disk.fullAfter = before.length + 100L;

                assertThatExceptionOfType(UncheckedIOException.class)
                        .isThrownBy(() -> FileJournalTest.fill(journal, 1))
                        .withMessage(file().toRealPath() + ": signal s0 was not appended: No space left on device");
                assertThat(file()).hasBinaryContent(before);
                assertThat(journal.lastSequence()).isEqualTo(last);

                disk.fullAfter = Long.MAX_VALUE;
                FileJournalTest.fill(journal, 1);
                assertThat(journal.read(1, 10)).extracting(LogEntry::sequence).endsWith(last, last + 1);
            }
        }
        assertWhole(6);
    }

    @Test
    void afterAFailedSyncNothingIsTakenUntilItIsOpenedAgain() {
        try (FileJournal journal = open(SYNCED)) {
            FileJournalTest.fill(journal, 1);
            disk.failingForces.set(1);

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 may or may not be in the log: Input/output error");
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: an earlier sync failed (Input/output error)")
                    .withMessageContaining("\nMaybe ");
            assertThat(journal.read(1, 10)).hasSize(1);
        }
        assertWhole(1);
    }

    @Test
    void whatCannotBeTakenBackEndsWritingUntilItIsOpenedAgain() {
        try (FileJournal journal = open(NEVER)) {
            FileJournalTest.fill(journal, 2);
            disk.fullAfter = file().toFile().length() + 100;
            disk.cutsFail = true;

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 may or may not be in the log: No space left on device");
            disk.fullAfter = Long.MAX_VALUE;
            disk.cutsFail = false;
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: an earlier write failed")
                    .withMessageContaining("\nMaybe ");
            assertThat(journal.read(1, 10)).hasSize(2);
        }
        try (FileJournal journal = open(NEVER)) {
            assertThat(journal.recovery().entries()).isEqualTo(2);
            assertThat(journal.recovery().cutBytes()).isEqualTo(100);
        }
    }

    @Test
    void aFailedSyncInTheBackgroundIsToldToTheNextAppend() throws InterruptedException {
        JournalConfig config = NEVER.withDurability(Durability.every(Duration.ofMillis(100)));
        try (FileJournal journal = open(config)) {
            CompletableFuture<Thread> syncing = new CompletableFuture<>();
            disk.beforeForce = () -> syncing.complete(Thread.currentThread());
            disk.failingForces.set(1);
            FileJournalTest.fill(journal, 1);
            // The thread that syncs may look at the clock between two steps of it.
            while (!syncing.isDone()) {
                world.advance(Duration.ofMillis(100));
            }
            syncing.join().join();

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: an earlier sync failed (Input/output error)");
        }
        assertWhole(1);
    }

    @Test
    void whoAsksForASyncWaitsForTheDiskAndNoLonger() {
        JournalConfig lazy = NEVER.withDurability(Durability.every(Durability.MAX_SPAN));
        try (FileJournal journal = open(lazy)) {
            FileJournalTest.fill(journal, 3);
            assertThat(journal.syncs()).isZero();
            journal.sync();
            journal.sync();
            assertThat(journal.syncs()).as("the disk has everything at the second call").isEqualTo(1);
            FileJournalTest.fill(journal, 1);
            journal.sync();
            assertThat(journal.syncs()).isEqualTo(2);
        }
        for (JournalConfig nothingToDo : new JournalConfig[] {NEVER, SYNCED}) {
            try (FileJournal journal = open(nothingToDo)) {
                FileJournalTest.fill(journal, 1);
                long before = journal.syncs();
                journal.sync();
                assertThat(journal.syncs()).isEqualTo(before);
            }
        }
    }

    @Test
    void aSyncThatWasAskedForAndFailedEndsWritingUntilItIsOpenedAgain() {
        FileJournal journal = open(NEVER.withDurability(Durability.every(Durability.MAX_SPAN)));
        try {
            FileJournalTest.fill(journal, 1);
            disk.failingForces.set(1);
            // The second sync would find a disk that works, and not report the loss of the first one.
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(journal::sync)
                        .withMessageContaining("the last entries may not be on the disk: ")
                        .withMessageContaining("Input/output error");
            }
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: an earlier sync failed (Input/output error)");
        } finally {
            journal.close();
        }
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(journal::sync);
        assertWhole(1);
    }

    @Test
    void aSegmentThatCannotBeSealedGoesOnAndIsTriedAgainAMinuteLater() {
        try (FileJournal journal = open(SYNCED.withMaxSegmentBytes(500))) {
            disk.failingRenames.set(1);
            FileJournalTest.fill(journal, 10);
            assertThat(disk.renames).hasValue(1);
            assertThat(sealed()).isEmpty();
            assertThat(journal.backgroundFailures()).singleElement()
                    .extracting(BackgroundFailure::description).asString().contains("could not be sealed as ");

            world.advance(Duration.ofMinutes(1));
            FileJournalTest.fill(journal, 1);
            assertThat(sealed()).hasSize(1);
            assertThat(journal.read(1, 99)).hasSize(11);
        }
        assertWhole(11);
    }

    @Test
    void aSegmentWhoseSuccessorCannotBeOpenedGetsItsNameBack() {
        try (FileJournal journal = open(SYNCED.withMaxSegmentBytes(500))) {
            FileJournalTest.fill(journal, 2);
            disk.failingOpens.set(1);
            FileJournalTest.fill(journal, 2);
            assertThat(sealed()).isEmpty();
            assertThat(journal.read(1, 99)).hasSize(4);
            world.advance(Duration.ofMinutes(1));
            FileJournalTest.fill(journal, 1);
            assertThat(sealed()).hasSize(1);
        }
        assertWhole(5);
    }

    @Test
    void aFullSegmentThatCannotBeClosedIsSealedAllTheSame() {
        for (JournalConfig config : new JournalConfig[] {NEVER, SYNCED}) {
            try (FileJournal journal = open(config.withMaxSegmentBytes(500))) {
                long before = journal.lastSequence();
                int sealedBefore = sealed().size();
                disk.failingCloses.set(1);
                FileJournalTest.fill(journal, 7);

                assertThat(disk.failingCloses).hasValue(0);
                assertThat(sealed()).hasSizeGreaterThan(sealedBefore + 2);
                assertThat(journal.backgroundFailures()).singleElement()
                        .extracting(BackgroundFailure::description).asString().contains("could not be closed");
                assertThat(journal.read(before + 1, 99)).extracting(LogEntry::sequence)
                        .containsExactlyElementsOf(LongStream.rangeClosed(before + 1, before + 7).boxed().toList());
            }
        }
        assertWhole(14);
    }

    @Test
    void aSealedNameThatTheDiskMayNotHaveEndsWriting() {
        try (FileJournal journal = open(SYNCED.withMaxSegmentBytes(500))) {
            FileJournalTest.fill(journal, 2);
            disk.failingNames.set(1);
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: ");
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1));
        }
        assertWhole(2);
    }

    @Test
    void aJournalThatCannotBeOpenedGivesItsLockBack() {
        disk.failingOpens.set(1);
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> FileJournal.open(folder, NEVER, world, disk))
                .withMessageContaining(folder + ": Too many open files");

        open(NEVER).close();
    }

    private FileJournal open(JournalConfig config) {
        return FileJournal.open(folder, config, world, disk);
    }

    private void assertWhole(int entries) {
        try (FileJournal journal = open(NEVER)) {
            assertThat(journal.recovery().isClean()).isTrue();
            assertThat(journal.read(1, 99)).extracting(LogEntry::sequence).hasSize(entries).isSorted()
                    .last().isEqualTo((long) entries);
        }
    }

    private List<SegmentFile> sealed() {
        try {
            return SegmentFile.list(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }
}
