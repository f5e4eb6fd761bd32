package dev.waggle.connect.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Memories in a folder that fade: by days, at a clock that steps back, and many at once. */
class MemoryFadingTest {

    private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");

    @TempDir
    private Path folder;

    private final ManualWorld world = new ManualWorld(START, 3);

    private Memory open(MemoryConfig config) throws IOException {
        return Memory.open(folder, config, world);
    }

    private NewMemory memory(String content, String author) {
        return new NewMemory(content, "discovery", 0.5, MemoryOrigin.byHand(author, world.now()), Map.of());
    }

    @Test
    void memoriesFadeByDaysAndNotByTheNumberOfSolves() throws Exception {
        try (Memory memory = open(MemoryConfig.defaults())) {
            String id = memory.share(List.of(memory("the cache is cold", "a"))).getFirst();
            for (int solve = 0; solve < 50; solve++) {
                int _ = memory.decay();
            }
            assertThat(memory.find(id).orElseThrow().strength()).isEqualTo(0.95);
            world.advance(Duration.ofDays(100));
            int _ = memory.decay();
            assertThat(memory.find(id).orElseThrow().strength()).as("days without a solve do not count")
                    .isEqualTo(0.95 * 0.95);
        }
    }

    @Test
    @DisplayName("K10: a decay of many memories writes one line and no index")
    void k10() throws Exception {
        try (Memory memory = open(MemoryConfig.defaults().withDecayEvery(Duration.ZERO))) {
            memory.share(IntStream.range(0, 5_000).mapToObj(i -> memory("memory number " + i, "a")).toList());
            assertThat(memory.stats().averageStrength()).isEqualTo(1);
            long lines = lines();
            List<Path> index = indexFiles();

            assertThat(memory.decay()).isZero();

            assertThat(lines()).isEqualTo(lines + 1);
            assertThat(memory.stats().averageStrength()).isCloseTo(0.95, within(1e-9));
            assertThat(indexFiles()).isEqualTo(index);
        }
    }

    @Test
    void aClockThatStepsBackStopsNoDecay() throws Exception {
        ManualWorld ahead = new ManualWorld(START.plus(Duration.ofDays(3_650)), 4);
        try (Memory memory = Memory.open(folder, MemoryConfig.defaults(), ahead)) {
            memory.share(List.of(memory("the cache is cold", "a")));
            int _ = memory.decay();
        }
        try (Memory memory = open(MemoryConfig.defaults())) {
            int _ = memory.decay();
            world.advance(Duration.ofDays(1));
            int _ = memory.decay();
            assertThat(memory.list(MemoryFilter.ALL, null, 10)).singleElement()
                    .satisfies(stored -> assertThat(stored.strength()).isEqualTo(0.95 * 0.95));
        }
    }

    private long lines() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("memories.jsonl"))) {
            return lines.count();
        }
    }

    private List<Path> indexFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("index"))) {
            return files.sorted().toList();
        }
    }
}
