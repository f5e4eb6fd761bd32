package dev.waggle.signal.inbox;

/** Provider of the inboxes of agents. */
@FunctionalInterface
public interface InboxProvider {

    /** The provider of empty inboxes. */
    InboxProvider NONE = agentId -> Inbox.empty();

    /** Returns the inbox of an agent; an empty one for an agent without subscriptions. */
    Inbox inboxOf(String agentId);

    /**
     * Returns the inbox of an agent as a solve reads it: without {@link RuntimeBookkeeping}, unless a subscription asks
     * for it or names it. A solve applies that rule to every item, so this may return the same as {@link #inboxOf}.
     * A provider that omits bookkeeping itself keeps it from occupying room.
     */
    default Inbox inboxInSolve(String agentId) {
        return inboxOf(agentId);
    }

    /** Returns a provider of empty inboxes. */
    static InboxProvider none() {
        return NONE;
    }
}
