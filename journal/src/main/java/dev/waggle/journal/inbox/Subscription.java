package dev.waggle.journal.inbox;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Subscription of an agent to the signals of one tenant whose types match a pattern. There is at most one for an agent,
 * a pattern and a tenant.
 *
 * @param agentId the receiver
 * @param pattern the signal types, in the language {@link dev.waggle.signal.pattern.PatternDialect#DURABLE}
 * @param tenant the tenant whose signals it covers, and no others; {@code null} for the signals without a tenant
 * @param silent whether they are context only, or call for a reaction
 * @param own whether the agent gets its own signals too
 * @param bookkeeping whether the agent gets the bookkeeping of the runtime in its solves too, for any pattern; see
 *        {@link dev.waggle.signal.inbox.RuntimeBookkeeping}
 * @param createdAt when it was made
 * @param updatedAt when it was last requested
 * @param after the last signal of the log before it; it covers all later entries of the log, independent of clocks
 */
public record Subscription(String agentId, String pattern, @Nullable String tenant, boolean silent, boolean own,
        boolean bookkeeping, Instant createdAt, Instant updatedAt, long after) {

    public Subscription {
        if (after < 0) {
            throw new IllegalArgumentException("after must be at least 0, got " + after);
        }
    }

    /** Creates a subscription to signals without a tenant that asks for no bookkeeping. */
    public Subscription(String agentId, String pattern, boolean silent, boolean own, Instant createdAt,
            Instant updatedAt, long after) {
        this(agentId, pattern, null, silent, own, false, createdAt, updatedAt, after);
    }

    SubscriptionKey key() {
        return new SubscriptionKey(agentId, pattern, tenant);
    }

    Subscription withAfter(long newAfter) {
        return new Subscription(agentId, pattern, tenant, silent, own, bookkeeping, createdAt, updatedAt, newAfter);
    }
}
