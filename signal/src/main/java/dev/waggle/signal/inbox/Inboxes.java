package dev.waggle.signal.inbox;

/** Where agents find their inboxes. */
@FunctionalInterface
public interface Inboxes {

    /** The inbox of an agent; an empty one for who never subscribed to anything. */
    Inbox inboxOf(String agentId);

    /** Nobody gets anything. */
    static Inboxes none() {
        return agentId -> Inbox.empty();
    }
}
