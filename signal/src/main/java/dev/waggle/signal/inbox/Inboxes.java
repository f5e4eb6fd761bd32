package dev.waggle.signal.inbox;

/** Where agents find their inboxes. */
@FunctionalInterface
public interface Inboxes {

    /** What {@link #none} says. */
    Inboxes NONE = agentId -> Inbox.empty();

    /** The inbox of an agent; an empty one for who never subscribed to anything. */
    Inbox inboxOf(String agentId);

    /** Nobody gets anything. */
    static Inboxes none() {
        return NONE;
    }
}
