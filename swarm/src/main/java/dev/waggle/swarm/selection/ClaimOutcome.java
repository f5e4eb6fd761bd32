package dev.waggle.swarm.selection;

/**
 * Outcome of a claim of an agent.
 *
 * @param agentId the claiming agent
 * @param confidence its stated confidence, before any correction, 0..1
 * @param correct whether it was right
 */
public record ClaimOutcome(String agentId, double confidence, boolean correct) {

    public ClaimOutcome {
        if (agentId.isBlank()) {
            throw new IllegalArgumentException("an outcome needs the id of an agent, got \"" + agentId + "\"");
        }
        SelectionConfig.requireUnit("confidence of an outcome of agent " + agentId, confidence);
    }
}
