package dev.waggle.swarm.consensus;

import java.util.Map;

/**
 * How heavily votes count: the stated weight, cut to the largest, times the weight of the agent.
 *
 * @param largest the weight that heavier votes are cut to, above 0
 * @param ofAgents the weights of agents by id; who is not named has 1
 */
public record VoteWeights(double largest, Map<String, Double> ofAgents) {

    public VoteWeights {
        if (!(largest > 0 && largest <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("the largest weight must be finite and above 0, got " + largest);
        }
        ofAgents = Map.copyOf(ofAgents);
        ofAgents.forEach((agent, weight) -> {
            if (!(weight > 0 && weight <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "weight of agent " + agent + " must be finite and above 0, got " + weight);
            }
        });
    }

    /** Votes up to 1, all agents alike. */
    public static VoteWeights equal() {
        return new VoteWeights(1, Map.of());
    }

    /** Votes as heavy as they say, all agents alike. */
    public static VoteWeights asStated() {
        return new VoteWeights(Double.MAX_VALUE, Map.of());
    }

    /** What a vote of that agent with that stated weight counts. */
    public double of(String agent, double stated) {
        return Math.min(stated, largest) * ofAgents.getOrDefault(agent, 1.0);
    }
}
