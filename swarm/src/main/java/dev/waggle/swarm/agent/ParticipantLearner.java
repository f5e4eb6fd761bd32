package dev.waggle.swarm.agent;

import dev.waggle.signal.JsonValue;

/**
 * What a participant takes along from solve to solve. Its calls come one after another, each on some virtual thread, none
 * longer than 10 seconds, or half of the time that the solve has left.
 *
 * <p>When the process ends during a call, or before what came of it is in the log, and the solve is resumed, the call is
 * made again: {@link #known} may then say something else, which is what counts, and {@link #learn} may tell again what it
 * told. With a store of answers ({@code SwarmConfig.withAnswers}) that is so only for a call under way; without one also for
 * one that had returned. Who must learn nothing twice notes what it learned.
 */
public interface ParticipantLearner {

    /** What a turn of somebody is expected to be worth of whom nothing is known. */
    double UNKNOWN_REWARD = 0.5;

    /**
     * What it knows from other solves, as JSON, so that the log can hold it: a solve that is resumed begins with the
     * same.
     *
     * @throws Exception when that cannot be read; it is reported, and the participant takes part without it and learns
     *         nothing
     */
    JsonValue known() throws Exception;

    /** Begins the solve with what it knew, once, before the first turn. */
    void begin(JsonValue known) throws Exception;

    /**
     * What a turn of the participant is expected to be worth by what it knew, 0..1; {@value #UNKNOWN_REWARD} where it
     * knew nothing. Asked once, when it has begun: where not everybody gets a turn, who is worth more comes first.
     */
    default double expectedReward() {
        return UNKNOWN_REWARD;
    }

    /**
     * Learns what the solve was worth, as far as the participant had a part in it; once, after the last turn. A
     * participant whose turn was broken off may still be in it. A solve that is resumed may tell it again.
     *
     * @param reward 0..1
     * @throws Exception when it cannot; it is reported and changes nothing else
     */
    void learn(double reward) throws Exception;
}
