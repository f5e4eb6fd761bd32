package dev.waggle.swarm.selection;

/**
 * What became of something that an agent claimed.
 *
 * @param agentId who claimed it
 * @param confidence how sure it said it was, before any correction, 0..1
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
