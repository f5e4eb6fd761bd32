package dev.waggle.swarm.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Memory shared by the agents of a swarm, from one solve to the next. Thread-safe. A solve reports any exception of a
 * memory and continues. A call that takes longer than 10 seconds, or half of the time that the solve has left, is
 * interrupted.
 *
 * <p>When the process ends during a call, or before its result is in the log, a resumed solve repeats the call. The new
 * recall counts, a note is stored once more, and memories fade once more. With an answer store
 * ({@code SwarmConfig.withAnswers}) that holds only for running calls; without one also for completed ones.
 */
public interface SharedMemory {

    /** Remembers nothing. */
    SharedMemory NONE = new SharedMemory() {
        @Override
        public List<RecalledMemory> recall(String question, int atMost) {
            return List.of();
        }

        @Override
        public String store(MemoryNote note) {
            return "nothing";
        }

        @Override
        public void reinforce(String memoryId, String agentId) {}

        @Override
        public int decay() {
            return 0;
        }
    };

    /** Retrieves memories for a query, the most important first. */
    List<RecalledMemory> recall(String question, int atMost) throws Exception;

    /** Stores a note; returns the id of the memory. Storing the same note again stores it once. */
    String store(MemoryNote note) throws Exception;

    /**
     * Stores the notes of a round; returns the ids of their memories in the same order. A memory that can write them in
     * one step overrides it. Storing notes again, also some of them, stores each once.
     */
    default List<String> storeAll(List<MemoryNote> notes) throws Exception {
        List<String> ids = new ArrayList<>(notes.size());
        for (MemoryNote note : notes) {
            ids.add(store(note));
        }
        return ids;
    }

    /** Reinforces a memory that an agent agrees with, once for each agent. */
    void reinforce(String memoryId, String agentId) throws Exception;

    /** Lets all memories fade; returns the number of memories deleted. */
    int decay() throws Exception;

    /**
     * Note to store in a memory.
     *
     * @param content its text; not blank
     * @param category kind of note, one word, for example {@code proposal}
     * @param agentId author
     * @param runId the solve in which it was said; {@code null} if unknown
     * @param round round of its signal
     * @param signalId id of its signal
     * @param metadata further data, for example the id of the proposal
     */
    public record MemoryNote(String content, String category, String agentId, @Nullable String runId, int round,
            String signalId, Map<String, JsonValue> metadata) {

        public MemoryNote {
            if (content.isBlank()) {
                throw new IllegalArgumentException("the content of a note about signal " + signalId
                        + " must not be blank");
            }
            metadata = Map.copyOf(metadata);
        }
    }

    /**
     * Memory retrieved for a query.
     *
     * @param id its id in the store; not blank
     * @param content remembered text; not blank
     * @param category kind of memory, one word, if the store knows
     * @param relevance relevance to the query, 0..1
     * @param strength strength of the memory, which fades without reinforcement, 0..1
     * @param origin where it comes from, if the store knows
     * @param outcome outcome of the solve that it comes from
     * @param metadata metadata stored with it
     */
    public record RecalledMemory(String id, String content, @Nullable String category, double relevance,
            double strength, @Nullable MemoryOrigin origin, MemoryOutcome outcome,
            Map<String, JsonValue> metadata) {

        /** A memory of unknown origin. */
        public RecalledMemory(String id, String content, @Nullable String category, double relevance,
                double strength, Map<String, JsonValue> metadata) {
            this(id, content, category, relevance, strength, null, MemoryOutcome.UNKNOWN, metadata);
        }

        public RecalledMemory {
            if (id.isBlank()) {
                throw new IllegalArgumentException("the id of a memory must not be blank");
            }
            if (content.isBlank()) {
                throw new IllegalArgumentException("the content of memory " + id + " must not be blank");
            }
            unit("relevance", relevance, id);
            unit("strength", strength, id);
            metadata = Map.copyOf(metadata);
        }

        /** Importance for the query, 0..1: its strength times its relevance. */
        public double importance() {
            return strength * relevance;
        }

        private static void unit(String name, double value, String id) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(
                        name + " of memory " + id + " must be between 0 and 1, got " + value);
            }
        }
    }
}
