package dev.waggle.journal.inbox;

import dev.waggle.signal.pattern.Dialect;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for by who subscribes. Agent and pattern are trimmed by the rules of ECMAScript.
 *
 * @param agentId who is to get the signals
 * @param pattern which, in the language {@link Dialect#DURABLE}
 * @param silent {@code null}: as it is, and silent for a new subscription
 * @param own whether the agent gets what it said itself too; {@code null}: as it is, and no for a new subscription
 * @param caller who asks, when it is not the agent itself: then that agent must be known
 */
public record SubscriptionRequest(String agentId, String pattern, @Nullable Boolean silent, @Nullable Boolean own,
        @Nullable String caller) {

    /** Refuses a blank pattern, then a blank agent, then what no pattern or agent can be. */
    public SubscriptionRequest {
        pattern = Words.pattern(pattern);
        agentId = Words.agent("agentId", agentId);
        caller = caller == null ? null : Words.agent("caller", caller);
    }

    /** An agent asks for itself. */
    public static SubscriptionRequest of(String agentId, String pattern) {
        return new SubscriptionRequest(agentId, pattern, null, null, null);
    }

    public SubscriptionRequest withSilent(boolean newSilent) {
        return new SubscriptionRequest(agentId, pattern, newSilent, own, caller);
    }

    public SubscriptionRequest withOwn(boolean newOwn) {
        return new SubscriptionRequest(agentId, pattern, silent, newOwn, caller);
    }

    public SubscriptionRequest calledBy(String newCaller) {
        return new SubscriptionRequest(agentId, pattern, silent, own, newCaller);
    }

    Pattern compiled() {
        return Pattern.of(pattern, Dialect.DURABLE);
    }

    /** Nobody needs to be known to ask for itself. */
    boolean isForAnother() {
        return caller != null && !agentId.equals(caller);
    }
}
