package dev.waggle.swarm.memory;

import java.util.List;

/**
 * What the agents of a swarm remember together, from one solve to the next. Thread-safe. Whatever a memory throws, a
 * solve reports it and goes on; a call that takes longer than 10 seconds, or half of the time that the solve has left, is
 * interrupted.
 *
 * <p>When the process ends during a call, or before what came of it is in the log, and the solve is resumed, the call is
 * made again: what is recalled then is what counts, a note comes once more, and memories fade once more. With a store of
 * answers ({@code SwarmConfig.withAnswers}) that is so only for calls under way; without one also for those that had returned.
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

    /** What comes to mind about a question, the most important first. */
    List<RecalledMemory> recall(String question, int atMost) throws Exception;

    /** Keeps it; the id of the memory. Storing the same note again keeps it once. */
    String store(MemoryNote note) throws Exception;

    /** Somebody found that memory good: it gets stronger, once for each agent. */
    void reinforce(String memoryId, String agentId) throws Exception;

    /** Lets everything fade; how many memories are gone now. */
    int decay() throws Exception;
}
