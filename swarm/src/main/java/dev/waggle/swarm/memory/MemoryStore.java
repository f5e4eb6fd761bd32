package dev.waggle.swarm.memory;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Store of memories that can be searched, listed and forgotten. As a {@link SharedMemory} it has the memories without a
 * tenant; {@link #ofTenant} has those of one. Thread-safe.
 *
 * <pre>
 *   order of a search    relevance x importance x strength, then the newer memory
 *   two equal texts      one memory, for each tenant: the author of the second reinforces the first
 *   wrong outcome        the strength of all memories of that solve counts half
 * </pre>
 *
 * <p>Texts are equal but for case, blanks and compatibility forms ({@link MemoryText#normalized}).
 */
public interface MemoryStore extends SharedMemory, AutoCloseable {

    /** Stores memories; returns the id of each, which is that of the equal one if the store has it. */
    List<String> share(List<NewMemory> memories) throws IOException, InterruptedException;

    /**
     * Memories for a query, the best first.
     *
     * @param atMost the maximum number, at least 0
     */
    List<FoundMemory> search(String query, int atMost, MemoryFilter filter) throws IOException, InterruptedException;

    /** The memory of that id. */
    Optional<StoredMemory> find(String id) throws IOException, InterruptedException;

    /**
     * A page of memories, the oldest first.
     *
     * @param after id of the last memory of the page before; {@code null} for the first page
     * @param atMost the maximum number, at least 1
     */
    List<StoredMemory> list(MemoryFilter filter, @Nullable String after, int atMost)
            throws IOException, InterruptedException;

    /** Reinforces a memory, once for each agent; an unknown id has no effect. */
    @Override
    void reinforce(String memoryId, String agentId) throws IOException, InterruptedException;

    /** Lets all memories fade; returns the number of memories evicted. */
    @Override
    int decay() throws IOException, InterruptedException;

    /** Records the outcome of a solve for all memories of it, in place of an earlier one. */
    void judge(String runId, MemoryOutcome outcome) throws IOException, InterruptedException;

    /** Deletes memories, with their texts, for good; returns the number of those that were there. */
    int forget(Collection<String> ids) throws IOException, InterruptedException;

    /** Figures of the store now. */
    MemoryStats stats() throws IOException, InterruptedException;

    /** The memories of one tenant, for the solves of that tenant; {@code null} for those without one. */
    SharedMemory ofTenant(@Nullable String tenant);

    @Override
    default List<RecalledMemory> recall(String question, int atMost) throws Exception {
        return ofTenant(null).recall(question, atMost);
    }

    @Override
    default String store(MemoryNote note) throws Exception {
        return ofTenant(null).store(note);
    }

    @Override
    default List<String> storeAll(List<MemoryNote> notes) throws Exception {
        return ofTenant(null).storeAll(notes);
    }

    @Override
    void close() throws IOException;
}
