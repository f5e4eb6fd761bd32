package dev.waggle.swarm.reaction.prompt;

import java.util.List;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.ModelMode;

/**
 * Parts of a prompt that belong to one agent.
 *
 * @param profile the agent
 * @param manner its personality, in sentences
 * @param memories what it remembers about the question
 * @param others lines about the other agents
 * @param mode cheap mode omits evidence, reasons and details
 * @param strategy the wire name of its strategy in this turn
 */
public record TurnBrief(AgentProfile profile, String manner, List<String> memories, List<String> others, ModelMode mode,
        String strategy) {

    public TurnBrief {
        memories = List.copyOf(memories);
        others = List.copyOf(others);
    }
}
