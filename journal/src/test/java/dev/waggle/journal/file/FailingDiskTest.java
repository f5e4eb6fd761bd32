package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What a journal does when the disk does not: an injected tape, because tests may run as root. */
class FailingDiskTest {

    @TempDir
    Path folder;

    @Test
    void aWriteThatFailsHalfwayLeavesNothingBehind() throws IOException {
        FailingTape tape = new FailingTape();
        try (FileJournal journal = tape.journal(file(), Durability.FLUSH)) {
            FileJournalTest.fill(journal, 2);
            byte[] before = Files.readAllBytes(file());
            tape.fullAfter = before.length + 100L;

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessage(file().toRealPath() + ": signal s0 was not appended: No space left on device");
            assertThat(file()).hasBinaryContent(before);
            assertThat(journal.read(1, 10)).hasSize(2);

            tape.fullAfter = Long.MAX_VALUE;
            FileJournalTest.fill(journal, 1);
            assertThat(journal.read(1, 10)).hasSize(3);
        }
        assertThat(JournalFile.tail(file(), 9).entries()).hasSize(3);
    }

    @Test
    void aForcedEntryThatTheDiskRefusesIsTakenBack() throws IOException {
        FailingTape tape = new FailingTape();
        try (FileJournal journal = tape.journal(file(), Durability.FORCE)) {
            FileJournalTest.fill(journal, 1);
            byte[] before = Files.readAllBytes(file());
            tape.failingForces = 1;

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("Input/output error");
            assertThat(file()).hasBinaryContent(before);
            FileJournalTest.fill(journal, 1);
        }
        assertThat(JournalFile.tail(file(), 9).entries()).hasSize(2);
    }

    @Test
    void whatCannotBeTakenBackEndsWritingUntilItIsOpenedAgain() {
        FailingTape tape = new FailingTape();
        try (FileJournal journal = tape.journal(file(), Durability.FLUSH)) {
            FileJournalTest.fill(journal, 2);
            tape.fullAfter = file().toFile().length() + 100;
            tape.stuck = true;

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("No space left on device");
            tape.fullAfter = Long.MAX_VALUE;
            tape.stuck = false;
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> FileJournalTest.fill(journal, 1))
                    .withMessageContaining("signal s0 was not appended: an earlier write failed")
                    .withMessageContaining("\nMaybe ");
            assertThat(journal.read(1, 10)).hasSize(2);
        }
        try (FileJournal journal = FileJournal.open(file())) {
            assertThat(journal.recovery().entries()).isEqualTo(2);
            assertThat(journal.recovery().cutBytes()).isEqualTo(100);
        }
    }

    @Test
    void aJournalThatCannotBeOpenedGivesItsLockBack() throws IOException {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> FileJournal.open(file(), Durability.FLUSH, path -> {
                    throw new IOException("Read-only file system");
                }))
                .withMessageContaining(file() + ": Read-only file system");

        FileJournal.open(file()).close();
    }

    private Path file() {
        return folder.resolve("events.jsonl");
    }

    /** A disk that is full beyond a length, refuses to force so many times, or does not let go of what it has. */
    private static final class FailingTape {

        private long fullAfter = Long.MAX_VALUE;
        private int failingForces;
        private boolean stuck;

        FileJournal journal(Path file, Durability durability) {
            return FileJournal.open(file, durability, path -> over(Tape.of(path)));
        }

        private Tape over(Tape disk) {
            return new Tape() {
                @Override
                public long length() throws IOException {
                    return disk.length();
                }

                @Override
                public byte[] read(long from, int count) throws IOException {
                    return disk.read(from, count);
                }

                @Override
                public void write(long at, byte[] bytes) throws IOException {
                    int room = (int) Math.min(bytes.length, fullAfter - at);
                    disk.write(at, Arrays.copyOf(bytes, room));
                    if (room < bytes.length) {
                        throw new IOException("No space left on device");
                    }
                }

                @Override
                public void truncate(long length) throws IOException {
                    if (stuck) {
                        throw new IOException("Input/output error");
                    }
                    disk.truncate(length);
                }

                @Override
                public void force() throws IOException {
                    if (failingForces > 0) {
                        failingForces--;
                        throw new IOException("Input/output error");
                    }
                    disk.force();
                }

                @Override
                public void close() throws IOException {
                    disk.close();
                }
            };
        }
    }
}
