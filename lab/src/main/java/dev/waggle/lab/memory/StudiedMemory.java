package dev.waggle.lab.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.NewMemory;
import org.jspecify.annotations.Nullable;

/** Memory found by words, in a folder of its own that closing deletes. Every decay counts. Owned by one thread. */
final class StudiedMemory implements AutoCloseable {

    private static final int BATCH = 1_000;
    private static final long SEED = 23;

    private final Path folder;
    private final Memory memory;

    private StudiedMemory(Path folder) throws IOException {
        this.folder = folder;
        memory = Memory.open(folder, MemoryConfig.defaults().withDecayEvery(Duration.ZERO), World.system(SEED));
    }

    static StudiedMemory create() throws IOException {
        return new StudiedMemory(Files.createTempDirectory("waggle-lab-"));
    }

    /** A memory of importance 1. */
    static NewMemory note(String content, @Nullable String run) {
        return new NewMemory(content, "statement", 1,
                new MemoryOrigin("agent", null, run, null, Instant.EPOCH), Map.of());
    }

    /** Stores texts; returns their ids. */
    List<String> share(List<String> texts) throws IOException {
        return shareAll(texts.stream().map(text -> note(text, null)).toList());
    }

    List<String> shareAll(List<NewMemory> memories) throws IOException {
        List<String> ids = new ArrayList<>();
        for (int first = 0; first < memories.size(); first += BATCH) {
            ids.addAll(memory.share(memories.subList(first, Math.min(memories.size(), first + BATCH))));
        }
        return ids;
    }

    List<FoundMemory> search(String query, int atMost) throws IOException, InterruptedException {
        return memory.search(query, atMost, MemoryFilter.ALL);
    }

    void judge(String run, boolean isRight) throws IOException {
        memory.judge(run, isRight ? MemoryOutcome.RIGHT : MemoryOutcome.WRONG);
    }

    void decay() throws IOException {
        int _ = memory.decay();
    }

    @Override
    public void close() throws IOException {
        memory.close();
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
