package dev.waggle.swarm.event;

import java.util.List;

/**
 * Failed turn, or a signal of a turn that the log could not hold.
 *
 * @param agentId agent of the turn
 * @param round the round
 * @param signalIds the signals that it was to answer, if any
 * @param context place of the failure, for example {@code agent.critic.react}
 * @param message description of the failure
 */
public record AgentFailure(String agentId, int round, List<String> signalIds, String context, String message) {

    public AgentFailure {
        signalIds = List.copyOf(signalIds);
    }
}
