package dev.waggle.swarm.consensus;

import java.util.Map;

/**
 * Weights of votes: the stated weight, cut to the maximum, times the weight of the agent.
 *
 * @param largest the weight to which heavier votes are cut, above 0
 * @param ofAgents the weights of agents by id; an agent without an entry has 1
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

    /** Equal agents, with votes of the stated weight. */
    public static VoteWeights asStated() {
        return new VoteWeights(Double.MAX_VALUE, Map.of());
    }

    /** Effective weight of a vote of that agent with that stated weight. */
    public double of(String agent, double stated) {
        return Math.min(stated, largest) * ofAgents.getOrDefault(agent, 1.0);
    }
}
