package dev.waggle.signal.inbox;

/** Provider of the inboxes of agents. */
@FunctionalInterface
public interface InboxProvider {

    /** The provider of empty inboxes. */
    InboxProvider NONE = agentId -> Inbox.empty();

    /** Returns the inbox of an agent; an empty one for an agent without subscriptions. */
    Inbox inboxOf(String agentId);

    /** Returns a provider of empty inboxes. */
    static InboxProvider none() {
        return NONE;
    }
}
