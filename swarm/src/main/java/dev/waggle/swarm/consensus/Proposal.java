package dev.waggle.swarm.consensus;

import java.time.Instant;

/**
 * A proposed answer.
 *
 * @param id the id that votes refer to
 * @param content the answer
 * @param reasoning the case for it; may be empty
 * @param sourceAgentId the agent that proposed it
 * @param sourceSignalId the signal that proposed it
 * @param confidence the author's confidence, 0..1
 * @param time the time of the signal
 */
public record Proposal(String id, String content, String reasoning, String sourceAgentId, String sourceSignalId,
        double confidence, Instant time) {}
