package dev.waggle.swarm.agent;

import dev.waggle.signal.json.JsonValue;

/**
 * State that a participant carries from solve to solve. Its calls are sequential, each on a virtual thread. Each
 * times out after 10 seconds, or half of the solve's remaining time.
 *
 * <p>A call is repeated on resume if the process ended during it, or before its result was logged. {@link #known} may
 * then return another state, which counts, and {@link #learn} may repeat a reward. With an answer store ({@code
 * SwarmConfig.withAnswers}) only an unfinished call is repeated; without one, a returned call too. A learner that
 * must not learn twice records its lessons.
 */
public interface ParticipantLearner {

    /** Expected reward of a turn of an unknown participant. */
    double UNKNOWN_REWARD = 0.5;

    /**
     * Knowledge from other solves, as JSON for the log, so that a resumed solve begins with the same.
     *
     * @throws Exception when that cannot be read; it is reported, and the participant takes part without it and does
     *        not learn
     */
    JsonValue known() throws Exception;

    /** Begins the solve with its knowledge, once, before the first turn. */
    void begin(JsonValue known) throws Exception;

    /**
     * Expected reward of a turn of the participant by its prior knowledge, 0..1; {@value #UNKNOWN_REWARD} without
     * any. Asked once, after the begin: with a limit on turns, higher values come first.
     * A resumed or replayed solve refuses a logged value outside of this range.
     */
    default double expectedReward() {
        return UNKNOWN_REWARD;
    }

    /**
     * Learns the reward of the solve for the participant; once, after the last turn. An interrupted turn of the
     * participant may still be running. A resumed solve may repeat the call.
     *
     * @param reward 0..1
     * @throws Exception when it cannot; it is reported and changes nothing else
     */
    void learn(double reward) throws Exception;
}
