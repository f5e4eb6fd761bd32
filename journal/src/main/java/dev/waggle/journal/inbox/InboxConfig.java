package dev.waggle.journal.inbox;

/**
 * The bounds of inboxes and subscriptions.
 *
 * @param maxWaiting maximum number of signals that one inbox holds in memory
 * @param overflow the policy for further signals
 * @param maxSubscriptionsPerAgent maximum number of subscriptions of one agent
 * @param maxSubscriptions maximum number of subscriptions of all agents
 * @param maxAgents maximum number of known agents
 * @param condenseFrom number of delivery facts up to which they are never condensed; beyond it they are condensed when
 *        there are {@value #CONDENSE_FACTOR} times more than needed
 */
public record InboxConfig(int maxWaiting, InboxOverflowPolicy overflow, int maxSubscriptionsPerAgent,
        int maxSubscriptions,
        int maxAgents, int condenseFrom) {

    /** An agent that is this far behind reads its mail from the disk anyway. */
    public static final int DEFAULT_MAX_WAITING = 10_000;

    /** Default maximum of subscriptions of an agent, more patterns than a model can keep track of. */
    public static final int DEFAULT_MAX_SUBSCRIPTIONS_PER_AGENT = 1_000;

    /** Default maximum of all subscriptions; they fit into some hundred megabytes. */
    public static final int DEFAULT_MAX_SUBSCRIPTIONS = 1_000_000;

    /** Default maximum of agents, as many as one host may ever know. */
    public static final int DEFAULT_MAX_AGENTS = 100_000;

    /** Facts that are read in a blink. */
    public static final int DEFAULT_CONDENSE_FROM = 10_000;

    /** Condensing writes the state once, so at this factor it adds an eighth to the other writes. */
    public static final int CONDENSE_FACTOR = 8;

    public InboxConfig {
        requirePositive("maxWaiting", maxWaiting);
        requirePositive("maxSubscriptionsPerAgent", maxSubscriptionsPerAgent);
        requirePositive("maxSubscriptions", maxSubscriptions);
        requirePositive("maxAgents", maxAgents);
        requirePositive("condenseFrom", condenseFrom);
    }

    public static InboxConfig defaults() {
        return new InboxConfig(DEFAULT_MAX_WAITING, InboxOverflowPolicy.SPILL, DEFAULT_MAX_SUBSCRIPTIONS_PER_AGENT,
                DEFAULT_MAX_SUBSCRIPTIONS, DEFAULT_MAX_AGENTS, DEFAULT_CONDENSE_FROM);
    }

    public InboxConfig withMaxWaiting(int newMaxWaiting) {
        return new InboxConfig(newMaxWaiting, overflow, maxSubscriptionsPerAgent, maxSubscriptions, maxAgents,
                condenseFrom);
    }

    public InboxConfig withOverflow(InboxOverflowPolicy newWhenFull) {
        return new InboxConfig(maxWaiting, newWhenFull, maxSubscriptionsPerAgent, maxSubscriptions, maxAgents,
                condenseFrom);
    }

    public InboxConfig withMaxSubscriptions(int perAgent, int ofAll) {
        return new InboxConfig(maxWaiting, overflow, perAgent, ofAll, maxAgents, condenseFrom);
    }

    public InboxConfig withMaxAgents(int newMaxAgents) {
        return new InboxConfig(maxWaiting, overflow, maxSubscriptionsPerAgent, maxSubscriptions, newMaxAgents,
                condenseFrom);
    }

    public InboxConfig withCondenseFrom(int newCondenseFrom) {
        return new InboxConfig(maxWaiting, overflow, maxSubscriptionsPerAgent, maxSubscriptions, maxAgents,
                newCondenseFrom);
    }

    private static void requirePositive(String field, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(field + " must be at least 1, got " + value);
        }
    }
}
