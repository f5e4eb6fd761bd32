package dev.waggle.swarm.memory;

import java.util.List;

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

    /** Reinforces a memory that an agent agrees with, once for each agent. */
    void reinforce(String memoryId, String agentId) throws Exception;

    /** Lets all memories fade; returns the number of memories deleted. */
    int decay() throws Exception;
}
