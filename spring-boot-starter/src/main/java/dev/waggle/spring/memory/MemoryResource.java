package dev.waggle.spring.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.SharedMemory;
import org.jspecify.annotations.Nullable;

/** The memory of an application while it is open. Solves must end before it is closed. */
public final class MemoryResource implements AutoCloseable {

    /** No memory. */
    public static final MemoryResource NONE = new MemoryResource(null, null, EmbedderHandle.NONE);

    private final @Nullable MemoryStore store;
    private final @Nullable String tenant;
    private final EmbedderHandle embedder;

    private MemoryResource(@Nullable MemoryStore store, @Nullable String tenant, EmbedderHandle embedder) {
        this.store = store;
        this.tenant = tenant;
        this.embedder = embedder;
    }

    /**
     * An open memory, which is closed with this.
     *
     * @param tenant the tenant of the application; {@code null} for memories without one
     * @param embedder the model by which its memories are found, closed after it
     */
    static MemoryResource of(MemoryStore store, @Nullable String tenant, EmbedderHandle embedder) {
        return new MemoryResource(store, tenant, embedder);
    }

    /** The memories of the tenant of the application; empty without a memory. */
    public Optional<SharedMemory> shared() {
        return store().map(open -> open.ofTenant(tenant));
    }

    /** The memories of all tenants; empty without a memory. */
    public Optional<MemoryStore> store() {
        return Optional.ofNullable(store);
    }

    @Override
    public void close() {
        try (embedder) {
            if (store != null) {
                store.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
