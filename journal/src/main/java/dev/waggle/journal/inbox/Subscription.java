package dev.waggle.journal.inbox;

import java.time.Instant;

/**
 * An agent's wish to get the signals whose types match a pattern. There is at most one of an agent and a pattern.
 *
 * @param agentId who gets them
 * @param pattern which, in the language {@link dev.waggle.signal.pattern.PatternDialect#DURABLE}
 * @param silent whether they are context only, or call for a reaction
 * @param own whether the agent gets what it said itself too
 * @param createdAt when it was made
 * @param updatedAt when it was last asked for
 * @param after the last signal of the log that it does not speak of: whatever the log took later it speaks of, whatever
 *        the clocks said
 */
public record Subscription(String agentId, String pattern, boolean silent, boolean own, Instant createdAt,
        Instant updatedAt, long after) {

    public Subscription {
        if (after < 0) {
            throw new IllegalArgumentException("after must be at least 0, got " + after);
        }
    }

    Subscription withAfter(long newAfter) {
        return new Subscription(agentId, pattern, silent, own, createdAt, updatedAt, newAfter);
    }
}
