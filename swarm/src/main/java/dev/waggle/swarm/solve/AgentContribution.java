package dev.waggle.swarm.solve;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;

/**
 * What an agent brought into a solve.
 *
 * @param agentId who
 * @param signalsEmitted all its signals in the log
 * @param proposalsMade proposals among them
 * @param challengesMade challenges among them
 * @param votesCast votes among them
 * @param avgConfidence mean of the stated confidences, 0..1; 0 when it said nothing
 */
public record AgentContribution(String agentId, int signalsEmitted, int proposalsMade, int challengesMade,
        int votesCast, double avgConfidence) {

    /** Counts an agent's signals. */
    static AgentContribution of(String agentId, List<Signal> said) {
        return new AgentContribution(agentId, said.size(), count(said, Payload.Proposal.class),
                count(said, Payload.Challenge.class), count(said, Payload.Vote.class),
                said.stream().mapToDouble(Signal::confidence).average().orElse(0));
    }

    private static int count(List<Signal> said, Class<? extends Payload> kind) {
        return (int) said.stream().filter(signal -> kind.isInstance(signal.payload())).count();
    }
}
