package dev.waggle.signal.learning;

import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Store of the evidence that each agent has learned, by agent id. May be used by many threads, and a store on disk by
 * many processes. Concurrent lessons of two solves are added up, and nothing is lost.
 *
 * <p>An agent id has 1 to {@value #MAX_ID} characters of any kind.
 */
public interface BanditStore {

    /** Maximum number of characters of an agent id. */
    int MAX_ID = 512;

    /** Holds nothing and discards new evidence. */
    BanditStore NONE = new BanditStore() {
        @Override
        public LearningRecord load(String agentId) {
            return LearningRecord.EMPTY;
        }

        @Override
        public void teach(String agentId, String run, Map<String, ArmEvidence> more) {}
    };

    /**
     * Returns the learning record of the agent.
     *
     * @throws UncheckedIOException when it cannot be read, or is damaged; the message states the remedy
     */
    LearningRecord load(String agentId);

    /**
     * Adds the evidence of a solve, by arm: all of it or nothing. A second call for the same solve adds nothing.
     *
     * @param run the id of the solve
     * @throws IllegalArgumentException when the evidence does not fit the stored evidence
     * @throws UncheckedIOException when storing is not certain; teaching it again is harmless
     */
    void teach(String agentId, String run, Map<String, ArmEvidence> more);

    /**
     * Returns a valid id.
     *
     * @throws IllegalArgumentException when it is empty or too long
     */
    static String requireId(String agentId) {
        if (agentId.isEmpty() || agentId.length() > MAX_ID) {
            throw new IllegalArgumentException(
                    "the id of an agent that learns must have 1 to " + MAX_ID + " characters, got "
                            + agentId.length());
        }
        return agentId;
    }
}
