package dev.waggle.signal.learning;

import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Keeps what agents learn, each by its id. May be used by many threads, and a store on disk by many processes: what two
 * solves teach at once is added up, and nothing is lost.
 *
 * <p>An agent id has 1 to {@value #MAX_ID} characters of any kind.
 */
public interface BanditStore {

    /** Most characters of an agent id. */
    int MAX_ID = 512;

    /** Knows nothing and keeps nothing. */
    BanditStore NONE = new BanditStore() {
        @Override
        public LearningRecord load(String agentId) {
            return LearningRecord.EMPTY;
        }

        @Override
        public void teach(String agentId, String run, Map<String, ArmEvidence> more) {}
    };

    /**
     * What the agent has learned so far.
     *
     * @throws UncheckedIOException when it cannot be read, or is not what was kept; the message says what to do
     */
    LearningRecord load(String agentId);

    /**
     * Adds what a solve taught the agent, by choice: all of it or nothing. A solve that taught the agent before teaches
     * nothing more.
     *
     * @param run the id of the solve
     * @throws IllegalArgumentException when the evidence does not fit to what is kept
     * @throws UncheckedIOException when it could not be kept for certain; teaching it again is harmless
     */
    void teach(String agentId, String run, Map<String, ArmEvidence> more);

    /**
     * The id, when it is one.
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
