package dev.waggle.swarm.event;

import java.util.List;

/**
 * A turn that failed, or something said in it that the log could not hold.
 *
 * @param agentId whose turn it was
 * @param round the round
 * @param signalIds the signals that it was to answer, where it was to answer some
 * @param context where it failed, for example {@code agent.critic.react}
 * @param message what went wrong
 */
public record AgentFailure(String agentId, int round, List<String> signalIds, String context, String message) {

    public AgentFailure {
        signalIds = List.copyOf(signalIds);
    }
}
