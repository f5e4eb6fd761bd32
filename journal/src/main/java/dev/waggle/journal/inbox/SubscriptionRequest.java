package dev.waggle.journal.inbox;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Request for a subscription. Agent and pattern are trimmed by the rules of ECMAScript.
 *
 * @param agentId the receiver of the signals
 * @param pattern the signal types, in the language {@link dev.waggle.signal.pattern.PatternDialect#DURABLE}
 * @param silent {@code null}: as it is, and silent for a new subscription
 * @param own whether the agent gets its own signals too, which is decided once; {@code null}: as it is, and no for a
 *        new subscription
 * @param bookkeeping whether the agent gets the bookkeeping of the runtime in its solves too, for any pattern;
 *        {@code null}: as it is, and no for a new subscription
 * @param tenant the tenant whose signals it covers, which is a part of its identity; {@code null} for the signals
 *        without a tenant
 * @param caller the requester, when it is not the agent itself: then that agent must be known
 */
public record SubscriptionRequest(String agentId, String pattern, @Nullable Boolean silent, @Nullable Boolean own,
        @Nullable Boolean bookkeeping, @Nullable String tenant, @Nullable String caller) {

    /** Refuses a blank pattern, then a blank agent, then texts that cannot be a pattern or an agent. */
    public SubscriptionRequest {
        pattern = SubscriptionNames.normalPattern(pattern);
        agentId = SubscriptionNames.normalAgent("agentId", agentId);
        tenant = SubscriptionNames.normalTenant(tenant);
        caller = caller == null ? null : SubscriptionNames.normalAgent("caller", caller);
    }

    /** Creates a request for the signals without a tenant. */
    public SubscriptionRequest(String agentId, String pattern, @Nullable Boolean silent, @Nullable Boolean own,
            @Nullable Boolean bookkeeping, @Nullable String caller) {
        this(agentId, pattern, silent, own, bookkeeping, null, caller);
    }

    /** Creates a request that leaves the bookkeeping as it is. */
    public SubscriptionRequest(String agentId, String pattern, @Nullable Boolean silent, @Nullable Boolean own,
            @Nullable String caller) {
        this(agentId, pattern, silent, own, null, null, caller);
    }

    /** An agent asks for itself. */
    public static SubscriptionRequest of(String agentId, String pattern) {
        return new SubscriptionRequest(agentId, pattern, null, null, null, null, null);
    }

    public SubscriptionRequest withSilent(boolean newSilent) {
        return new SubscriptionRequest(agentId, pattern, newSilent, own, bookkeeping, tenant, caller);
    }

    public SubscriptionRequest withOwn(boolean newOwn) {
        return new SubscriptionRequest(agentId, pattern, silent, newOwn, bookkeeping, tenant, caller);
    }

    public SubscriptionRequest withCaller(String newCaller) {
        return new SubscriptionRequest(agentId, pattern, silent, own, bookkeeping, tenant, newCaller);
    }

    public SubscriptionRequest withBookkeeping(boolean newBookkeeping) {
        return new SubscriptionRequest(agentId, pattern, silent, own, newBookkeeping, tenant, caller);
    }

    /** The same for the signals of that tenant, and no others. */
    public SubscriptionRequest withTenant(@Nullable String newTenant) {
        return new SubscriptionRequest(agentId, pattern, silent, own, bookkeeping, newTenant, caller);
    }

    SubscriptionKey key() {
        return new SubscriptionKey(agentId, pattern, tenant);
    }

    /** The new subscription that this requests. */
    Subscription create(Instant now, long after) {
        return new Subscription(agentId, pattern, tenant, silent == null || silent, own != null && own,
                bookkeeping != null && bookkeeping, now, now, after);
    }

    /** The existing subscription after this request. */
    Subscription renew(Subscription old, Instant now) {
        if (own != null && own != old.own()) {
            throw new IllegalArgumentException("own of agent \"" + agentId + "\" and pattern \"" + pattern + "\" is "
                    + old.own() + " and cannot become " + own + "\nMaybe unsubscribe first.");
        }
        return new Subscription(agentId, pattern, tenant, silent == null ? old.silent() : silent, old.own(),
                bookkeeping == null ? old.bookkeeping() : bookkeeping, old.createdAt(), now, old.after());
    }

    /** True if the request is for another agent; an agent need not be known to ask for itself. */
    boolean isForAnother() {
        return caller != null && !agentId.equals(caller);
    }
}
