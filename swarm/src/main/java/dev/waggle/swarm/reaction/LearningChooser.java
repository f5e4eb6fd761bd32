package dev.waggle.swarm.reaction;

import java.util.List;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.ParticipantLearner;

/** A chooser that learns the rewards of its choices. */
public interface LearningChooser extends StrategyChooser {

    /**
     * Knowledge from other solves, as JSON for the log.
     *
     * @throws Exception when that cannot be read
     */
    default JsonValue known() throws Exception {
        return JsonValue.ofNull();
    }

    /** Begins a solve with its knowledge; until then it has none. */
    default void begin(JsonValue known) throws Exception {}

    /** Expected reward of a choice by its prior knowledge, 0..1; see {@link ParticipantLearner#expectedReward}. */
    default double expectedReward() {
        return ParticipantLearner.UNKNOWN_REWARD;
    }

    /**
     * Learns the rewards of a solve's choices, when it is over.
     *
     * @param lessons one for each choice that was not to defer, in the order in which they were made
     * @throws Exception when it cannot store that
     */
    void learn(List<RewardSample> lessons) throws Exception;

    /**
     * Reward of a choice.
     *
     * @param arm the chosen strategy
     * @param context the vector that the choice was made with
     * @param reward 0..1
     */
    public record RewardSample(ReactionStrategy arm, ContextVector context, double reward) {

        public RewardSample {
            if (!(reward >= 0 && reward <= 1)) {
                throw new IllegalArgumentException("a reward must be between 0 and 1, got " + reward);
            }
        }
    }
}
