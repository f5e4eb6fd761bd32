package dev.waggle.swarm.reaction;

import java.util.List;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.agent.ParticipantLearner;

/** A chooser that learns which choices were worth it. */
public interface LearningChooser extends StrategyChooser {

    /**
     * What it knows from other solves, as JSON, so that the log can hold it.
     *
     * @throws Exception when that cannot be read
     */
    default JsonValue known() throws Exception {
        return JsonValue.ofNull();
    }

    /** Begins a solve with what it knew; until then it knows nothing. */
    default void begin(JsonValue known) throws Exception {}

    /** What a choice is expected to be worth by what it knew, 0..1; see {@link ParticipantLearner#expectedReward}. */
    default double expectedReward() {
        return ParticipantLearner.UNKNOWN_REWARD;
    }

    /**
     * Learns what the choices of a solve were worth, when it is over.
     *
     * @param lessons one for each choice that was not to defer, in the order in which they were made
     * @throws Exception when it cannot keep that
     */
    void learn(List<RewardSample> lessons) throws Exception;
}
