package dev.waggle.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.waggle.connect.lucene.Memory;
import dev.waggle.lab.memory.BareSearch;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Benchmark of a search by words in a memory, beside Lucene alone on the same index with the same query.
 *
 * <p>The texts have twenty words whose frequencies follow Zipf's law. {@code MemoryTimes} measures recorded texts.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MemoryBench {

    private static final int SHOWN = 5;

    @Benchmark
    public List<FoundMemory> memory(Filled filled) throws IOException, InterruptedException {
        return filled.memory().search(filled.next(), SHOWN, MemoryFilter.ALL);
    }

    @Benchmark
    public List<String> lucene(Filled filled) throws IOException {
        return filled.bare().search(filled.next(), SHOWN);
    }

    /** Memory with many texts. */
    @State(Scope.Benchmark)
    public static class Filled {

        private static final long SEED = 28;
        private static final int VOCABULARY = 20_000;
        private static final int WORDS = 20;
        private static final int ASKED = 6;
        private static final int QUERIES = 256;
        private static final int BATCH = 1_000;

        @Param({"100000"})
        public int size = 100_000;

        private final Random random = new Random(SEED);
        private final List<String> queries = new ArrayList<>();
        private final List<AutoCloseable> open = new ArrayList<>();
        private final List<Path> folders = new ArrayList<>();
        private int asked;

        @Setup
        public void make() throws IOException {
            Path folder = Files.createTempDirectory("waggle-lab-");
            folders.add(folder);
            Memory memory = Memory.open(folder);
            open.add(memory);
            for (int first = 0; first < size; first += BATCH) {
                List<NewMemory> batch = new ArrayList<>();
                for (int i = first; i < Math.min(size, first + BATCH); i++) {
                    batch.add(new NewMemory(text(WORDS) + " number " + i, "discovery", random.nextDouble(),
                            MemoryOrigin.byHand("agent", Instant.EPOCH), Map.of()));
                }
                List<String> _ = memory.share(batch);
            }
            var _ = memory.stats();
            open.add(new BareSearch(folder.resolve("index")));
            for (int i = 0; i < QUERIES; i++) {
                queries.add(text(ASKED));
            }
        }

        private String text(int words) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < words; i++) {
                int word = (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
                text.append("word").append(Integer.toString(word, Character.MAX_RADIX)).append(' ');
            }
            return text.toString().strip();
        }

        private Memory memory() {
            return (Memory) open.getFirst();
        }

        private BareSearch bare() {
            return (BareSearch) open.getLast();
        }

        private String next() {
            asked = (asked + 1) % QUERIES;
            return queries.get(asked);
        }

        @TearDown
        public void delete() throws Exception {
            for (AutoCloseable each : open) {
                each.close();
            }
            try (Stream<Path> found = Files.walk(folders.getFirst())) {
                for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
