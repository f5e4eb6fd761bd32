package dev.waggle.journal.learning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.BanditStoreContract;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A crash loop in one data folder: a process that saves checkpoints and teaches lessons is killed (kill -9) at random
 * moments. Each store has the last acknowledged state or the next one, whole, and unfinished files are deleted.
 */
class KilledStoresTest {

    private static final long SEED = 20_261_127;
    private static final int MAX_LINES = 40;
    private static final int IN_BUILD = 3;
    private static final int LONG = 60;
    private static final Map<String, ArmEvidence> LESSON = Map.of("propose", BanditStoreContract.lesson(1));

    @TempDir
    private Path data;

    @Test
    void theLastAcknowledgedStateOrTheNextIsThereAfterAKill() throws Exception {
        kill(IN_BUILD);
    }

    @Test
    @Tag("long")
    void theSameAfterManyKills() throws Exception {
        kill(LONG);
    }

    private void kill(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            List<String> lines = KilledProgram.linesBeforeKill(1 + random.nextInt(MAX_LINES), Host.class,
                    data.toString());
            long acknowledged = Long.parseLong(lines.getLast());
            String when = "seed " + SEED + ", kill " + kill + ", acknowledged " + acknowledged;

            assertThat(saved(data)).as(when).isBetween(acknowledged, acknowledged + 1);
            assertThat(lessons(data)).as(when).isBetween(acknowledged, acknowledged + 1);
            assertThat(checkpoints(data).list()).as(when).extracting(CheckpointListing::savedAt).doesNotContainNull();
            List<Path> left = LeftoverFiles.in(data);
            assertThat(left).as(when).hasSizeLessThanOrEqualTo(1);
            checkpoints(data).save("other", JsonValue.of(kill));
            bandits(data).teach("bob", "life " + kill, LESSON);
            assertThat(LeftoverFiles.in(data)).as(when).isEmpty();
            assertThat(files()).as(when).containsExactlyInAnyOrder("at-state.json", "at-other.json", "at-ada.json",
                    "at-bob.json", ".lock");
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
        }
    }

    private static CheckpointStore checkpoints(Path data) {
        return FileCheckpointStore.open(data, World.system());
    }

    private static BanditStore bandits(Path data) {
        return FileBanditStore.open(data.resolve("learned"), World.system());
    }

    private static long saved(Path data) {
        return checkpoints(data).load("state").map(Checkpoint::state).map(JsonValue.Arr.class::cast)
                .map(state -> ((JsonValue.Num) state.items().getFirst()).value().longValue()).orElse(0L);
    }

    private static long lessons(Path data) {
        return bandits(data).load("ada").arms().getOrDefault("propose", ArmEvidence.none(2)).lessons();
    }

    /** Saves a number and teaches as many lessons, and prints it, until it is killed or has no reader. */
    static final class Host {

        private static final int MAX_ROUNDS = 10_000;
        private static final JsonValue FILLING = JsonValue.of("x".repeat(50_000));

        private Host() {}

        public static void main(String[] args) {
            Path data = Path.of(args[0]);
            CheckpointStore checkpoints = checkpoints(data);
            BanditStore bandits = bandits(data);
            long begun = Math.max(saved(data), lessons(data));
            for (long number = begun; number < begun + MAX_ROUNDS && !System.out.checkError(); number++) {
                if (number > 0) {
                    checkpoints.save("state", JsonValue.of(List.of(JsonValue.of(number), FILLING)));
                    bandits.teach("ada", "lesson " + number, LESSON);
                    System.out.println(number);
                }
            }
        }
    }
}
