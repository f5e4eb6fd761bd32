package dev.waggle.lab.trace;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.SharedMemory;

/**
 * Memory whose answers take time in a world, as those of a server do.
 *
 * @param world the world of the solve
 */
record RemoteMemory(World world) implements SharedMemory {

    private static final Duration SEARCH = Duration.ofMillis(420);
    private static final Duration WRITE = Duration.ofMillis(260);

    @Override
    public List<RecalledMemory> recall(String question, int atMost) throws InterruptedException {
        pass(SEARCH);
        return List.of(new RecalledMemory("memory-1", "Sharding by tenant took another team six weeks", "discovery",
                0.8, 0.9, Map.of()));
    }

    @Override
    public String store(MemoryNote note) throws InterruptedException {
        return storeAll(List.of(note)).getFirst();
    }

    @Override
    public List<String> storeAll(List<MemoryNote> notes) throws InterruptedException {
        pass(WRITE);
        return notes.stream().map(MemoryNote::signalId).toList();
    }

    @Override
    public void reinforce(String memoryId, String agentId) {}

    @Override
    public int decay() {
        return 0;
    }

    private void pass(Duration span) throws InterruptedException {
        boolean _ = world.await(new CompletableFuture<>(), span);
    }
}
