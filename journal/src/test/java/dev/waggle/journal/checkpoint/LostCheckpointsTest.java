package dev.waggle.journal.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.LostPower;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The power is lost at every operation of saves and deletes: the last acknowledged state is there, or a later one. */
class LostCheckpointsTest {

    private static final int IN_BUILD = 2;
    private static final int LONG = 100;

    /** State of a checkpoint that was deleted. */
    private static final String DELETED = "deleted";

    @TempDir
    private Path temp;

    /**
     * An acknowledged save or delete.
     *
     * @param number of all acts
     */
    private record Act(String id, String state, int number) {}

    @Test
    void savesAndDeletes() throws IOException {
        loseEverywhere(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyStates() throws IOException {
        loseEverywhere(LONG);
    }

    private void loseEverywhere(int each) throws IOException {
        Path live = Files.createDirectory(temp.resolve("live")).toRealPath();
        ForgettingDisk disk = ForgettingDisk.on(live);
        List<Act> acts = new ArrayList<>();
        for (int life = 0; life < 3; life++) {
            // Below folders that are not there at first.
            CheckpointStore store = ForgettingCheckpoints.in(live.resolve("a/b/c"), World.system(life), disk);
            for (String id : List.of("x", "Y", "x")) {
                acts.add(new Act(id, id + acts.size(), acts.size()));
                store.save(id, JsonValue.of(acts.getLast().state()));
                disk.note(acts.getLast());
            }
            if (life == 1) {
                acts.add(new Act("Y", DELETED, acts.size()));
                assertThat(store.delete("Y")).isTrue();
                disk.note(acts.getLast());
            }
        }
        LostPower.everywhere(disk, temp, each, (state, promised) -> check(ForgettingCheckpoints.in(
                state.resolve("a/b/c"), World.system(9), ForgettingDisk.on(state)), promised, acts));
    }

    private static void check(CheckpointStore store, List<Object> promised, List<Act> all) {
        Map<String, Act> last = new LinkedHashMap<>();
        promised.stream().map(Act.class::cast).forEach(act -> last.put(act.id(), act));
        for (String id : List.of("x", "Y")) {
            Act before = last.getOrDefault(id, new Act(id, DELETED, -1));
            String found = store.load(id).map(Checkpoint::state).map(state -> ((JsonValue.Str) state).value())
                    .orElse(DELETED);
            List<String> allowed = new ArrayList<>(List.of(before.state()));
            all.stream().filter(act -> act.id().equals(id) && act.number() > before.number()).map(Act::state)
                    .forEach(allowed::add);
            assertThat(found).as(id + ", acknowledged " + before).isIn(allowed);
        }
        assertThat(store.list()).extracting(CheckpointListing::savedAt).doesNotContainNull();
        store.save("new", JsonValue.of(1));
        assertThat(store.load("new")).isPresent();
    }
}
