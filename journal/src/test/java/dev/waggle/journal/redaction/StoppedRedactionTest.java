package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.DiskJournals;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.FullDisk;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.LostPower;
import dev.waggle.journal.file.StoppingDisk;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A redaction that is stopped at any operation of the disk is done or not begun, at the latest by the next writer. */
class StoppedRedactionTest {

    private static final int MAX_OPERATIONS = 2_000;
    /** Steps between the stops in the build; a prime, so that they fall on all kinds of operations. */
    private static final int STRIDE = 37;
    /** Operations behind the decision, and some before it. */
    private static final int LAST = 40;

    @TempDir
    private Path temp;
    private Path original = Path.of("");
    private Map<String, String> before = Map.of();
    private Map<String, String> after = Map.of();

    @BeforeEach
    void fill() throws IOException {
        original = RedactableFolder.fill(temp.resolve("original"));
        before = RedactableFolder.content(original);
        Path redacted = copy("redacted");
        redact(redacted, JournalDisk.real());
        after = RedactableFolder.content(redacted);
    }

    private Path copy(String name) throws IOException {
        return copy(original, temp.resolve(name));
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to.toRealPath();
    }

    private static void redact(Path folder, JournalDisk disk) {
        var _ = JournalRedaction.of(folder).withWorld(World.system(3)).withDisk(disk)
                .redact(List.of(RedactionTarget.ofSignal("secret")));
    }

    @Test
    void aProcessThatStopsAnywhere() throws IOException {
        stopEvery(STRIDE);
    }

    @Test
    @Tag("long")
    void aProcessThatStopsAtEachOperation() throws IOException {
        stopEvery(1);
    }

    private void stopEvery(int stride) throws IOException {
        int done = 0;
        int notBegun = 0;
        boolean isWhole = false;
        for (int operations = 0; !isWhole && operations < MAX_OPERATIONS; operations += stride) {
            Path folder = copy("stopped-" + operations);
            isWhole = isDone(folder, new StoppingDisk(operations));
            RedactableFolder.requireSound(folder);
            if (!isWhole) {
                boolean isBefore = isAsBefore(folder, "stopped after " + operations);
                done += isBefore ? 0 : 1;
                notBegun += isBefore ? 1 : 0;
            }
            delete(folder);
        }
        assertThat(isWhole).isTrue();
        assertThat(done).isGreaterThanOrEqualTo(stride == 1 ? 1 : 0);
        assertThat(notBegun).isPositive();
    }

    private static boolean isDone(Path folder, JournalDisk disk) {
        try {
            redact(folder, disk);
            return true;
        } catch (UncheckedIOException stopped) {
            return false;
        }
    }

    /** Opens the log as the next writer does, and finds all files as before or all redacted; true for the former. */
    private boolean isAsBefore(Path folder, String when) {
        FileJournal.open(folder.resolve("signals")).close();
        RedactableFolder.requireSound(folder);
        boolean isBefore = !RedactableFolder.withSecret(folder).isEmpty();
        if (isBefore) {
            assertThat(RedactableFolder.content(folder)).as(when).isEqualTo(before);
        } else {
            assertThat(RedactableFolder.content(folder).keySet()).as(when).isEqualTo(after.keySet());
            assertThat(facts(folder)).as(when).isOne();
        }
        assertThat(LeftoverFiles.in(folder)).as(when).isEmpty();
        return isBefore;
    }

    private static long facts(Path folder) {
        return RedactableFolder.entries(folder.resolve("signals")).stream().filter(RedactionFact::isFact).count();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void aRedactionThatWasStoppedCanBeRepeated() throws IOException {
        for (int operations = 3; operations < 200; operations += STRIDE) {
            Path folder = copy("again-" + operations);
            boolean _ = isDone(folder, new StoppingDisk(operations));

            redact(folder, JournalDisk.real());

            assertThat(RedactableFolder.withSecret(folder)).as("stopped after " + operations).isEmpty();
            assertThat(facts(folder)).as("stopped after " + operations).isOne();
            RedactableFolder.requireSound(folder);
        }
    }

    @Test
    void theWriterOfARecordingCompletesItBeforeItAppends() throws IOException {
        appendEvery(STRIDE);
    }

    @Test
    @Tag("long")
    void theWriterOfARecordingCompletesItAfterEachOperation() throws IOException {
        appendEvery(1);
    }

    private void appendEvery(int stride) throws IOException {
        for (int operations = 0; operations < MAX_OPERATIONS; operations += stride) {
            Path folder = copy("recording-" + operations);
            if (isDone(folder, new StoppingDisk(operations))) {
                return;
            }
            Path recording = folder.resolve("recordings/rec_1");
            int entries = RedactableFolder.entries(recording).size();
            try (FileJournal journal = FileJournal.open(recording, JournalConfig.defaults()
                    .withDurability(Durability.never()), World.system(1))) {
                LogEntry _ = journal.append(RedactableFolder.said("new", "ada", "new"),
                        Emission.by("ada"), RedactableFolder.START);
            }
            FileJournal.open(folder.resolve("signals")).close();

            assertThat(RedactableFolder.entries(recording)).as("stopped after " + operations).hasSize(entries + 1);
            RedactableFolder.requireSound(folder);
            boolean isRedacted = RedactableFolder.withSecret(folder).isEmpty();
            assertThat(RedactableFolder.withSecret(recording).isEmpty()).as("stopped after " + operations)
                    .isEqualTo(isRedacted);
        }
    }

    /** A decided redaction replaces the file of answers, so the next answer must come after that. */
    @Test
    void anAnswerAfterTheStopIsNotOverwritten() throws IOException {
        int whole = operations();
        for (int operations = whole - LAST; operations < whole; operations++) {
            Path folder = copy("answer-" + operations);
            assertThat(isDone(folder, new StoppingDisk(operations))).isFalse();
            RedactableFolder.answerAgain(folder);
            FileJournal.open(folder.resolve("signals")).close();

            assertThat(RedactableFolder.hasAnsweredAgain(folder)).as("stopped after " + operations).isTrue();
            RedactableFolder.requireSound(folder);
            delete(folder);
        }
    }

    /** The number of operations of a redaction. */
    private int operations() throws IOException {
        int tooFew = 0;
        int enough = MAX_OPERATIONS;
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) / 2;
            Path folder = copy("count-" + middle);
            if (isDone(folder, new StoppingDisk(middle))) {
                enough = middle;
            } else {
                tooFew = middle;
            }
            delete(folder);
        }
        return enough;
    }

    @Test
    void aCheckpointThatWasSavedAfterTheStopIsNotOverwritten() throws IOException {
        for (int operations = 0; operations < MAX_OPERATIONS; operations += STRIDE) {
            Path folder = copy("checkpoint-" + operations);
            if (isDone(folder, new StoppingDisk(operations))) {
                return;
            }
            FileCheckpointStore store = FileCheckpointStore.open(folder, World.system(4));
            Checkpoint saved = store.save("Solve-1", JsonValue.of("newer " + operations));
            FileJournal.open(folder.resolve("signals")).close();

            assertThat(store.load("Solve-1")).contains(saved);
        }
    }

    @Test
    void aFullDiskLeavesEverythingAsItWas() throws IOException {
        Path folder = copy("full");
        JournalDisk full = new FullDisk(file -> file.toString().endsWith(".redacted"));

        assertThatThrownBy(() -> redact(folder, full)).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("it was not redacted").hasMessageContaining("No space left on device");

        assertThat(RedactableFolder.content(folder)).isEqualTo(before);
        assertThat(LeftoverFiles.in(folder)).isEmpty();
    }

    @Test
    @Tag("long")
    void aLossOfPowerWithAnyOrderOfWrites() throws IOException {
        losePower(3);
    }

    private void losePower(int each) throws IOException {
        Path folder = copy("live");
        ForgettingDisk disk = ForgettingDisk.on(folder);
        redact(folder, disk);
        disk.note("redacted");
        LostPower.everywhere(disk, temp, each, (state, promised) -> {
            try (FileJournal journal = DiskJournals.open(state.resolve("signals"), JournalConfig.defaults()
                    .withLockWait(Duration.ZERO), World.system(1), JournalDisk.real())) {
                assertThat(journal.recovery().damages()).isEmpty();
            }
            boolean isRedacted = !isAsBefore(state, "power lost");
            assertThat(promised.isEmpty() || isRedacted).isTrue();
            delete(state);
        });
    }
}
