package dev.waggle.journal.learning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.checkpoint.ForgettingCheckpoints;
import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.LostPower;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.BanditStoreContract;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The power is lost at every operation of lessons: each acknowledged lesson counts once, and a repeated one too. */
class LostLessonsTest {

    private static final int IN_BUILD = 2;
    private static final int LONG = 100;
    private static final Map<String, ArmEvidence> LESSON = Map.of("propose", BanditStoreContract.lesson(1));

    @TempDir
    private Path temp;

    /** An acknowledged lesson. */
    private record Lesson(String agent, long number) {}

    @Test
    void lessonsOfTwoAgents() throws IOException {
        loseEverywhere(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyStates() throws IOException {
        loseEverywhere(LONG);
    }

    private void loseEverywhere(int each) throws IOException {
        Path live = Files.createDirectory(temp.resolve("live")).toRealPath();
        Path learned = live.resolve("team/shared/learned");
        ForgettingDisk disk = ForgettingDisk.on(live);
        for (int life = 1; life <= 3; life++) {
            BanditStore store = store(learned, life, disk);
            for (String agent : List.of("ada", "an agent of no file name", "ada")) {
                long number = lessons(store, agent) + 1;
                store.teach(agent, "run " + number, LESSON);
                disk.note(new Lesson(agent, number));
            }
        }
        LostPower.everywhere(disk, temp, each, (state, promised) -> check(
                store(state.resolve("team/shared/learned"), 9, ForgettingDisk.on(state)), promised));
    }

    private static BanditStore store(Path folder, int seed, ForgettingDisk disk) {
        World world = World.system(seed);
        return FileBanditStore.open(folder, world, ForgettingCheckpoints.in(folder, world, disk), disk);
    }

    private static void check(BanditStore store, List<Object> promised) {
        for (String agent : List.of("ada", "an agent of no file name")) {
            long acknowledged = promised.stream().map(Lesson.class::cast).filter(it -> it.agent().equals(agent))
                    .mapToLong(Lesson::number).max().orElse(0);
            long found = lessons(store, agent);
            assertThat(found).as(agent).isBetween(acknowledged, acknowledged + 1);

            store.teach(agent, "run " + (acknowledged + 1), LESSON);
            assertThat(lessons(store, agent)).as("a repeated lesson").isEqualTo(acknowledged + 1);
        }
    }

    private static long lessons(BanditStore store, String agent) {
        return store.load(agent).arms().getOrDefault("propose", ArmEvidence.none(2)).lessons();
    }
}
