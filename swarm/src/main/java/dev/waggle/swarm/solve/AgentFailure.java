package dev.waggle.swarm.solve;

import java.util.List;

/**
 * A turn that failed.
 *
 * @param agentId whose turn it was
 * @param round the round
 * @param signalIds the signals that it was to answer
 * @param context where it failed, for example {@code agent.critic.react}
 * @param message what went wrong
 */
public record AgentFailure(String agentId, int round, List<String> signalIds, String context, String message) {

    public AgentFailure {
        signalIds = List.copyOf(signalIds);
    }
}
