package dev.waggle.swarm.agent;

import java.util.List;

/**
 * State of the solve in a turn, as far as the agent may know it.
 *
 * @param maxRounds the maximum number of rounds; 0 if unknown
 * @param quorum number of agents that must vote before a decision; 0 if unknown
 * @param voters ids of the agents that may vote and that this agent hears, itself included
 */
public record TurnStatus(int maxRounds, int quorum, List<String> voters) {

    /** Status of a turn outside of a solve. */
    public static final TurnStatus UNKNOWN = new TurnStatus(0, 0, List.of());

    public TurnStatus {
        if (maxRounds < 0 || quorum < 0) {
            throw new IllegalArgumentException(
                    "maxRounds and quorum must be at least 0, got " + maxRounds + " and " + quorum);
        }
        voters = List.copyOf(voters);
    }
}
