package dev.waggle.journal.inbox;

import org.jspecify.annotations.Nullable;

/** Identity of a subscription: its agent, its exact pattern and its tenant. */
record SubscriptionKey(String agentId, String pattern, @Nullable String tenant) {

    /** The key of texts that a caller names. */
    static SubscriptionKey of(String agentId, String pattern, @Nullable String tenant) {
        String exact = SubscriptionNames.normalPattern(pattern);
        return new SubscriptionKey(SubscriptionNames.normalAgent("agentId", agentId), exact,
                SubscriptionNames.normalTenant(tenant));
    }
}
