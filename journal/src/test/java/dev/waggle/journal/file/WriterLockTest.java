package dev.waggle.journal.file;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The lock of the only writer. The crash loop tests a lock that another process holds. */
class WriterLockTest {

    private static final JournalConfig PATIENT = JournalConfig.defaults().withLockWait(Duration.ofSeconds(5));

    @TempDir
    Path folder;

    private final ManualWorld world = new ManualWorld(JournalContract.START, 1);

    @Test
    void aSecondWriterIsRefusedByNameAndReadersAreNot() {
        try (FileJournal journal = FileJournal.open(folder)) {
            FileJournalTest.fill(journal, 1);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(folder))
                        .withMessageContaining("it is being written by this process\nMaybe");
                try (JournalReader reader = JournalReader.open(folder)) {
                    assertThat(reader.select(JournalQuery.last(9))).hasSize(1);
                }
            }
            FileJournalTest.fill(journal, 1);
        }
        FileJournal.open(folder).close();
    }

    @Test
    void closingTwiceDoesNotTakeTheLockFromTheNextWriter() {
        FileJournal first = FileJournal.open(folder);
        first.close();
        try (FileJournal second = FileJournal.open(folder)) {
            first.close();

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournal.open(folder));
            FileJournalTest.fill(second, 1);
        }
    }

    @Test
    void whoWaitsGetsTheLockWhenItIsGivenBack() {
        FileJournal first = FileJournal.open(folder);
        CompletableFuture<FileJournal> second = CompletableFuture
                .supplyAsync(() -> FileJournal.open(folder, PATIENT, world));
        assertThat(second).isNotDone();
        first.close();
        advanceUntilDone(second, Duration.ofMillis(1));

        FileJournalTest.fill(second.join(), 1);
        second.join().close();
    }

    @Test
    void whoWaitsInVainIsRefusedInTheEnd() {
        try (FileJournal first = FileJournal.open(folder)) {
            FileJournalTest.fill(first, 1);
            CompletableFuture<FileJournal> second = CompletableFuture
                    .supplyAsync(() -> FileJournal.open(folder, PATIENT, world));
            advanceUntilDone(second, Duration.ofSeconds(1));

            assertThat(second).isCompletedExceptionally();
            assertThat(second.exceptionNow()).hasMessageContaining("it is being written by this process");
        }
    }

    @Test
    void anInterruptEndsTheWaiting() throws InterruptedException {
        try (FileJournal first = FileJournal.open(folder)) {
            FileJournalTest.fill(first, 1);
            CompletableFuture<Boolean> stayedInterrupted = new CompletableFuture<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                Thread.currentThread().interrupt();
                try {
                    FileJournal.open(folder, PATIENT, world).close();
                } catch (UncheckedIOException refused) {
                    stayedInterrupted.complete(Thread.currentThread().isInterrupted());
                }
            });
            waiting.join();

            assertThat(stayedInterrupted).isCompletedWithValue(true);
        }
    }

    private void advanceUntilDone(CompletableFuture<?> future, Duration step) {
        while (!future.isDone()) {
            world.advance(step);
        }
    }
}
