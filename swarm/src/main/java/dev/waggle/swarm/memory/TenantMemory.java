package dev.waggle.swarm.memory;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Memories of one tenant in a store, or of none, as solves use them. */
public final class TenantMemory implements SharedMemory {

    private final MemoryStore store;
    private final @Nullable String tenant;
    private final World world;

    /**
     * The memories of a tenant; {@code null} for those without one.
     *
     * @param world gives the time at which notes are stored
     */
    public TenantMemory(MemoryStore store, @Nullable String tenant, World world) {
        if (tenant != null && tenant.isBlank()) {
            throw new IllegalArgumentException("a tenant must not be blank");
        }
        this.store = store;
        this.tenant = tenant;
        this.world = world;
    }

    @Override
    public List<RecalledMemory> recall(String question, int atMost) throws IOException, InterruptedException {
        return store.search(question, atMost, MemoryFilter.ofTenant(tenant)).stream().map(FoundMemory::recalled)
                .toList();
    }

    @Override
    public String store(MemoryNote note) throws IOException, InterruptedException {
        return store.share(List.of(NewMemory.of(note, tenant, world.now()))).getFirst();
    }

    @Override
    public List<String> storeAll(List<MemoryNote> notes) throws IOException, InterruptedException {
        Instant now = world.now();
        return store.share(notes.stream().map(note -> NewMemory.of(note, tenant, now)).toList());
    }

    @Override
    public void reinforce(String memoryId, String agentId) throws IOException, InterruptedException {
        store.reinforce(memoryId, agentId);
    }

    @Override
    public int decay() throws IOException, InterruptedException {
        return store.decay();
    }
}
