package dev.waggle.signal.inbox;

/** Where agents find their inboxes. */
@FunctionalInterface
public interface InboxProvider {

    /** What {@link #none} says. */
    InboxProvider NONE = agentId -> Inbox.empty();

    /** The inbox of an agent; an empty one for who never subscribed to anything. */
    Inbox inboxOf(String agentId);

    /** Nobody gets anything. */
    static InboxProvider none() {
        return NONE;
    }
}
