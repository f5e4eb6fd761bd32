package dev.waggle.journal.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.journal.file.storage.PartialFileName;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.checkpoint.CheckpointStoreContract;
import dev.waggle.signal.checkpoint.DamagedCheckpointException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FileCheckpointStoreTest implements CheckpointStoreContract {

    @TempDir
    Path data;

    private final ManualWorld world = new ManualWorld(NOON, 1);

    @Override
    public CheckpointStore newStore(ManualWorld of) {
        return FileCheckpointStore.open(data, of);
    }

    @Test
    void survivesARestartAndReadsLikeText() throws IOException {
        Checkpoint saved = store().save("Solve-1", JsonValue.of("state"));

        assertThat(store().load("Solve-1")).contains(saved);
        assertThat(names()).containsExactly("at-solve-1+1.json");
        assertThat(Files.readAllLines(file())).hasSize(3).startsWith(
                "{\"checkpoint\":\"Solve-1\",\"savedAt\":\"2026-03-01T12:00:00Z\"}", "\"state\"");
    }

    @Test
    void looksWithoutMakingAFolder() throws IOException {
        assertThat(store().list()).isEmpty();
        assertThat(store().load("a")).isEmpty();
        assertThat(store().delete("a")).isFalse();
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void keepsOneFileForEachHoweverOftenItIsSaved() throws IOException {
        CheckpointStore store = store();
        for (int i = 0; i < 20; i++) {
            store.save("a", JsonValue.of(i));
            store.save("b", JsonValue.of(i));
        }
        assertThat(names()).containsExactlyInAnyOrder("at-a.json", "at-b.json");
    }

    @Test
    void noFileNameIsSharedOrKeptByASystemOrTooLong() {
        String longest = "A".repeat(Checkpoint.MAX_ID);
        for (String id : List.of("con", "a", "A", "aB", longest, "X".repeat(Checkpoint.MAX_ID - 1) + "1")) {
            assertThat(CheckpointFileName.idOf(CheckpointFileName.of(id))).contains(id);
            assertThat(CheckpointFileName.of(id)).startsWith("at-").isLowerCase().hasSizeLessThan(180);
        }
        assertThat(List.of("at-1+1.json", "at-a+01.json", "at-a+0.json", "at-a+2.json", "at-..json", "at-a..b.json",
                "at-A.json", "a.json", "at-a.json.part"))
                .allSatisfy(name -> assertThat(CheckpointFileName.idOf(name)).isEmpty());
    }

    @Test // H7
    void aFileCutOffAnywhereIsFoundAndNamed() throws IOException {
        store().save("a", JsonValue.of(List.of(JsonValue.of("state"), JsonValue.of(1))));
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            assertThatExceptionOfType(DamagedCheckpointException.class).isThrownBy(() -> store().load("a"))
                    .withMessageContaining(file().toString()).withMessageContaining("checkpoint a is damaged");
        }
    }

    @Test
    @Timeout(60)
    void aPipeInPlaceOfAFileIsNotWaitedFor() throws IOException, InterruptedException {
        store().save("a", JsonValue.of(1));
        Path file = file();
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> store().load("a"))
                .withMessageContaining("checkpoint a cannot be read").withMessageContaining("no regular file");
    }

    @Test
    void everyChangedByteIsFound() throws IOException {
        store().save("a", JsonValue.of(List.of(JsonValue.of("state"), JsonValue.of(1))));
        byte[] whole = Files.readAllBytes(file());
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) (1 << bit);
                Files.write(file(), changed);
                assertThatExceptionOfType(DamagedCheckpointException.class).as("byte %s, bit %s", at, bit)
                        .isThrownBy(() -> store().load("a"));
            }
        }
        Files.write(file(), new byte[0]);
        assertThat(store().list()).containsExactly(new CheckpointListing("a", null, 0));
        assertThat(store().delete("a")).isTrue();
    }

    @Test
    void aFileUnderTheNameOfAnotherIsFound() throws IOException {
        store().save("a", JsonValue.of(1));
        Files.copy(file(), file().resolveSibling("at-b.json"));

        assertThatExceptionOfType(DamagedCheckpointException.class).isThrownBy(() -> store().load("b"))
                .withMessageContaining("it is the checkpoint a");
        assertThat(store().load("a")).isPresent();
    }

    @Test
    void bytesAddedAtTheEndAreFound() throws IOException {
        store().save("a", JsonValue.of(1));
        Files.writeString(file(), Files.readString(file()) + "\n");

        assertThatExceptionOfType(DamagedCheckpointException.class).isThrownBy(() -> store().load("a"));
    }

    @Test
    void foreignFilesAreLeftAloneAndNotListed() throws IOException {
        store().save("a", JsonValue.of(1));
        Files.writeString(folder().resolve("README"), "mine");
        Files.writeString(folder().resolve("at-B.json"), "mine");
        Files.writeString(folder().resolve("x.part"), "mine");

        store().save("b", JsonValue.of(2));

        assertThat(store().list()).extracting(CheckpointListing::id).containsExactly("a", "b");
        assertThat(names()).contains("README", "at-B.json", "x.part");
    }

    @Test
    void whatAKilledProcessLeftGoesWithTheNextSaveAndWhatALivingOneWritesStays() throws IOException {
        Files.createDirectories(folder());
        String living = PartialFileName.name("part_1");
        String pid = living.substring(0, living.indexOf('-'));
        List<String> left = List.of("999999999999-1-part_1.part", pid + "-1-part_1.part");
        for (String name : left) {
            Files.writeString(folder().resolve(name), "half");
        }
        Files.writeString(folder().resolve(living), "half");

        store().save("a", JsonValue.of(1));

        assertThat(names()).containsExactlyInAnyOrder(living, "at-a.json");
    }

    @Test
    void twoStoresOfOneSeedDoNotMeetInOneFile() {
        CheckpointStore one = FileCheckpointStore.open(data, new ManualWorld(NOON, 1));
        one.save("z", JsonValue.of(0));
        String taken = PartialFileName.name(new ManualWorld(NOON, 7).nextId("part"));
        folder().resolve(taken).toFile().deleteOnExit();
        try {
            Files.writeString(folder().resolve(taken), "another is writing");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }

        FileCheckpointStore.open(data, new ManualWorld(NOON, 7)).save("a", JsonValue.of(1));

        assertThat(folder().resolve(taken)).hasContent("another is writing");
        assertThat(one.load("a")).isPresent();
    }

    @Test
    void anInterruptedThreadSavesAndLoadsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        store().save("a", JsonValue.of(1));
        assertThat(store().load("a")).isPresent();
        assertThat(store().list()).hasSize(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aStateThatCannotBeHeldIsRefusedAndTheOneBeforeStands() throws IOException {
        CheckpointStore store = store();
        store.save("a", JsonValue.of("before"));
        JsonValue big = JsonValue.of("x".repeat(1 << 20));
        JsonValue tooBig = JsonValue.of(Stream.generate(() -> big).limit(65).toList());

        assertThatIllegalArgumentException().isThrownBy(() -> store.save("a", tooBig))
                .withMessageContaining("checkpoint a must have at most");
        assertThat(store.load("a").orElseThrow().state()).isEqualTo(JsonValue.of("before"));
        assertThat(names()).containsExactly("at-a.json");
    }

    @Test // H7, H9
    void whicheverStepFailsOneWholeStateStandsAndNothingElse() throws IOException {
        int failures = 0;
        for (int step = 1; failures == step - 1; step++) {
            store().save("a", JsonValue.of("before " + step));
            FailingDisk disk = new FailingDisk(step, FailingDisk.Way.AN_ERROR);
            CheckpointStore store = FileCheckpointStore.open(data, world, disk);
            try {
                store.save("a", JsonValue.of("after " + step));
            } catch (UncheckedIOException failed) {
                failures++;
                assertThat(failed).hasMessageContaining("checkpoint a was not saved for certain")
                        .hasMessageContaining("step " + step);
            }
            assertThat(state()).isIn("before " + step, "after " + step);
            assertThat(names()).as("step %s", step).containsExactly("at-a.json");
            disk.mend();
            store.save("a", JsonValue.of("again " + step));
            assertThat(state()).isEqualTo("again " + step);
        }
        assertThat(failures).isGreaterThanOrEqualTo(7);
    }

    @Test // H7
    void whereverTheProcessIsKilledOneWholeStateStands() throws IOException {
        int kills = 0;
        for (int step = 1; kills == step - 1; step++) {
            store().save("a", JsonValue.of("before " + step));
            FailingDisk disk = new FailingDisk(step, FailingDisk.Way.THE_END);
            try {
                FileCheckpointStore.open(data, world, disk).save("a", JsonValue.of("after " + step));
            } catch (FailingDisk.Killed killed) {
                kills++;
            }
            assertThat(state()).isIn("before " + step, "after " + step);
        }
        assertThat(kills).isGreaterThanOrEqualTo(7);
    }

    @Test
    void whatIsReportedAsSavedIsOnTheDisk() {
        FailingDisk disk = new FailingDisk(0, FailingDisk.Way.AN_ERROR);
        FileCheckpointStore.open(data, world, disk).save("a", JsonValue.of(1));

        assertThat(disk.steps()).containsSubsequence("create", "write and force", "rename", "force names checkpoints");
        assertThat(disk.steps()).endsWith("force names checkpoints");
    }

    @Test
    void aDeleteThatFailsSaysSo() {
        store().save("a", JsonValue.of(1));
        CheckpointStore store = FileCheckpointStore.open(data, world,
                new FailingDisk(1, FailingDisk.Way.AN_ERROR));

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> store.delete("a"))
                .withMessageContaining("checkpoint a was not deleted for certain");
        assertThat(store.load("a")).isPresent();
    }

    @Test // H9
    void aFileThatCannotBeReadIsNoMissingFile() throws IOException {
        Files.createDirectories(folder().resolve("at-a.json"));

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> store().load("a"))
                .withMessageContaining("checkpoint a cannot be read");
    }

    private CheckpointStore store() {
        return newStore(world);
    }

    private String state() {
        return ((JsonValue.Str) store().load("a").orElseThrow().state()).value();
    }

    private Path folder() {
        return data.resolve("checkpoints");
    }

    /** The only file in the folder. */
    private Path file() throws IOException {
        return folder().resolve(names().getFirst());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theTextIsUtf8() throws IOException {
        store().save("a", JsonValue.of("wäggle \ud83d\udc1d"));
        assertThat(new String(Files.readAllBytes(file()), StandardCharsets.UTF_8)).contains("wäggle \ud83d\udc1d");
    }
}
