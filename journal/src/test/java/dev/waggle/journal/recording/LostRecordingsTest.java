package dev.waggle.journal.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.DiskJournals;
import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.LostPower;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The power is lost at every operation of recordings. A closed recording is there with all its signals and marks until
 * it is deleted. One that calls itself complete has all its signals, whenever the power is lost.
 */
class LostRecordingsTest {

    private static final int SIGNALS = 6;
    private static final int IN_BUILD = 1;
    private static final int LONG = 60;

    @TempDir
    private Path temp;

    /** A recording that was acknowledged with so many marks, or begins to be deleted. */
    private record Promise(String id, int marks, boolean isDeleted) {}

    @Test
    void recordingsThatSyncEveryAppend() throws IOException {
        loseEverywhere(Durability.everyAppend(), IN_BUILD);
    }

    @Test
    void recordingsThatSyncTogether() throws IOException {
        loseEverywhere(Durability.every(Duration.ofMinutes(1)), IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyStates() throws IOException {
        loseEverywhere(Durability.everyAppend(), LONG);
        loseEverywhere(Durability.every(Duration.ofMinutes(1)), LONG);
    }

    private void loseEverywhere(Durability durability, int each) throws IOException {
        Path live = Files.createTempDirectory(temp, "live").toRealPath();
        JournalConfig config = JournalConfig.defaults().withDurability(durability).withMaxSegmentBytes(900);
        ForgettingDisk disk = ForgettingDisk.on(live);
        RecordingStore store = RecordingStore.open(live.resolve("data/recordings"), config, World.system(1),
                (folder, given, world) -> DiskJournals.open(folder, given, world, disk), disk);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            String id;
            try (RecordingWriter writer = store.create(RecordingLabel.named("r" + i))) {
                id = writer.id();
                ids.add(id);
                for (int n = 0; n < SIGNALS; n++) {
                    writer.append(JournalContract.vote("v" + n), Emission.by("ada"));
                }
                writer.finish(Recording.Outcome.COMPLETE, Duration.ofMillis(1));
            }
            disk.note(new Promise(id, 0, false));
        }
        try (RecordingWriter again = store.resume(ids.getFirst())) {
            again.checkpoint("end");
        }
        disk.note(new Promise(ids.getFirst(), 1, false));
        disk.note(new Promise(ids.getLast(), 0, true));
        assertThat(store.delete(ids.getLast())).isTrue();

        LostPower.everywhere(disk, temp, each, (state, promised) -> {
            Path recordings = state.resolve("data/recordings");
            for (String id : ids) {
                if (Files.exists(recordings.resolve(id))) {
                    // The process that checks is a later one.
                    Files.setLastModifiedTime(recordings.resolve(id), FileTime.fromMillis(1));
                }
            }
            check(RecordingStore.open(recordings, config.withDurability(Durability.never()), World.system(2)), ids,
                    promised);
        });
    }

    private static void check(RecordingStore store, List<String> ids, List<Object> promised) {
        for (String id : ids) {
            List<Promise> own = promised.stream().map(Promise.class::cast).filter(it -> it.id().equals(id)).toList();
            if (!own.isEmpty() && own.stream().noneMatch(Promise::isDeleted)) {
                assertThat(store.load(id)).as(id).hasValueSatisfying(found -> assertThat(found.checkpoints())
                        .hasSizeGreaterThanOrEqualTo(own.getLast().marks()));
            }
            boolean isAcknowledged = !own.isEmpty();
            store.load(id).ifPresent(found -> {
                assertThat(found.isFinished() || !isAcknowledged).as(id + " is as it was acknowledged").isTrue();
                List<LogEntry> signals = store.signals(id, SignalRange.ALL);
                if (found.isFinished()) {
                    assertThat(found.signalCount()).isEqualTo(SIGNALS);
                    assertThat(signals).extracting(entry -> entry.signal().id())
                            .containsExactly("v0", "v1", "v2", "v3", "v4", "v5");
                } else {
                    assertThat(signals).extracting(entry -> entry.signal().id())
                            .isSubsetOf("v0", "v1", "v2", "v3", "v4", "v5").isSorted();
                }
            });
        }
        assertThat(store.list(RecordingQuery.ALL)).hasSizeLessThanOrEqualTo(ids.size());
        try (RecordingWriter writer = store.create(RecordingLabel.NONE)) {
            writer.append(JournalContract.vote("new"), Emission.by("ada"));
        }
        assertThat(store.leftBehind()).isEmpty();
    }
}
