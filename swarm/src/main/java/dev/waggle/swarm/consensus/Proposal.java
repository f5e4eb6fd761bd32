package dev.waggle.swarm.consensus;

import java.time.Instant;

/**
 * A possible answer on the table.
 *
 * @param id what votes refer to
 * @param content the answer
 * @param reasoning why it is good; may be empty
 * @param sourceAgentId who put it on the table
 * @param sourceSignalId the signal that did
 * @param confidence how sure its author is, 0..1
 * @param time when
 */
public record Proposal(String id, String content, String reasoning, String sourceAgentId, String sourceSignalId,
        double confidence, Instant time) {}
