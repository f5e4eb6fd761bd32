package dev.waggle.swarm.agent;

import java.util.List;

import dev.waggle.signal.Signal;

/**
 * Ballot of a closing turn, the last chance to vote before the solve ends. Only votes are taken in such a turn.
 *
 * @param proposals the open proposals that still lack the agent's vote, in the order in which they were made
 */
public record ClosingBallot(List<Signal> proposals) {

    public ClosingBallot {
        proposals = List.copyOf(proposals);
        if (proposals.isEmpty()) {
            throw new IllegalArgumentException("a closing ballot needs a proposal");
        }
    }
}
