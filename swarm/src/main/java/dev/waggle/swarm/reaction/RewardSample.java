package dev.waggle.swarm.reaction;

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
