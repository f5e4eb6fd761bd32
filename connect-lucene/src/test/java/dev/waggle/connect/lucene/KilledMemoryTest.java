package dev.waggle.connect.lucene;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A crash loop in one folder: a process that shares, searches, lets fade and forgets is killed (kill -9) at random moments. The
 * log has every acknowledged memory, a text is forgotten as a whole or not at all, and the index says what the log says.
 */
class KilledMemoryTest {

    private static final long SEED = 20_261_128;
    private static final int MAX_LINES = 60;
    private static final int IN_BUILD = 20;
    private static final int LONG = 200;

    @TempDir
    private Path folder;

    @Test
    void everyAcknowledgedMemoryIsThereAfterAKill() throws Exception {
        kill(IN_BUILD);
    }

    @Test
    @Tag("long")
    void theSameAfterManyKills() throws Exception {
        kill(LONG);
    }

    private void kill(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        TreeSet<Integer> shared = new TreeSet<>();
        TreeSet<Integer> forgotten = new TreeSet<>();
        for (int kill = 0; kill < kills; kill++) {
            List<String> lines = KilledProgram.linesBeforeKill(1 + random.nextInt(MAX_LINES), Host.class,
                    folder.toString(), String.valueOf(kill * 1_000));
            for (String line : lines) {
                int number = Integer.parseInt(line.substring(1));
                boolean _ = line.startsWith("+") ? shared.add(number) : forgotten.add(number);
            }
            String when = "seed " + SEED + ", kill " + kill + ", last " + lines.getLast();
            TreeSet<Integer> expected = new TreeSet<>(shared);
            expected.removeAll(forgotten);
            List<StoredMemory> state = state();
            TreeSet<Integer> found = new TreeSet<>();
            state.forEach(memory -> found.add(Integer.parseInt(memory.content().substring(Host.TEXT.length()))));
            // What was on its way may be there or gone.
            TreeSet<Integer> differing = new TreeSet<>(expected);
            differing.removeIf(found::contains);
            assertThat(differing).as(when).hasSizeLessThanOrEqualTo(1);
            found.removeAll(expected);
            assertThat(found).as(when).hasSizeLessThanOrEqualTo(1);
            shared.addAll(found);
            forgotten.addAll(differing);
            if (kill % 5 == 0) {
                deleteIndex();
                assertThat(state()).as(when + ": a new index").isEqualTo(state);
            }
        }
    }

    private List<StoredMemory> state() throws Exception {
        try (Memory memory = Host.open(folder)) {
            return memory.list(MemoryFilter.ALL, null, 100_000);
        }
    }

    private void deleteIndex() throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("index"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    /** Works with a memory and prints what it has done, until it is killed or has no reader. */
    static final class Host {

        static final String TEXT = "the number of the thing is ";

        private Host() {}

        static Memory open(Path folder) throws Exception {
            return Memory.open(folder, MemoryConfig.defaults().withDecayEvery(Duration.ofDays(1_000)), World.system(7));
        }

        public static void main(String[] args) throws Exception {
            int begin = Integer.parseInt(args[1]);
            try (Memory memory = open(Path.of(args[0]))) {
                for (int number = begin; number < begin + 1_000 && !System.out.checkError(); number++) {
                    String id = memory.share(List.of(new NewMemory(TEXT + number, "thing", 0.5,
                            MemoryOrigin.byHand("host", World.system(7).now()), Map.of()))).getFirst();
                    System.out.println("+" + number);
                    memory.reinforce(id, "b");
                    if (number % 3 == 0) {
                        memory.search(TEXT + number, 5, MemoryFilter.ALL);
                    }
                    if (number % 7 == 0) {
                        int _ = memory.decay();
                        int _ = memory.forget(List.of(id));
                        System.out.println("-" + number);
                    }
                }
            }
        }
    }
}
