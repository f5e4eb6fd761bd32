package dev.waggle.signal.inbox;

import java.util.List;

/**
 * Inbox of one agent: the entries that match its subscriptions, in the order of the log. It has one consumer at a
 * time; others may ask whether something waits.
 *
 * <p>The consumer calls on a thread that others wait for, so an implementation does not wait. It returns the present
 * items, blocks on nothing but its own short writes, and throws its failures. A call that takes too long may be
 * abandoned and interrupted; until it returns, no other call is made.
 *
 * <p>At least once: items taken but not acknowledged come again when the inbox is reopened, after a crash too.
 */
public interface Inbox {

    /**
     * Takes the waiting items, the oldest first, each with its currently matching subscriptions. An entry that no
     * subscription matches any more is omitted for good. Within one process nothing is taken twice.
     *
     * @param limit maximum number of items
     */
    List<InboxItem> drain(int limit);

    /**
     * Acknowledges everything up to that sequence number of the log; it never comes again. If the answer is in a log
     * that is not synced at each append, the caller first calls {@link dev.waggle.signal.log.Journal#sync} on it.
     * Otherwise a loss of power may lose the answer and keep the acknowledgement.
     *
     * <p>Taken items that were {@link InboxItem#requeued requeued} are acknowledged with it if their number is not
     * higher.
     */
    void acknowledge(long sequence);

    /**
     * Records that a turn did not answer these items, each with its number of attempts so far, this one included. They
     * are not acknowledged, and the consumer may try them again. An inbox that stores nothing counts from 0 after it is
     * reopened.
     *
     * @param reason the failure of the turn, for people
     */
    default void recordAttempts(List<InboxItem> items, String reason) {}

    /**
     * Gives up taken items that no turn answered, each with its number of attempts: they do not come again by
     * themselves. An inbox that stores dead letters lists them. An item that was given up or acknowledged before stays
     * as it is.
     *
     * @param reason the last failure, for people
     */
    default void giveUp(List<InboxItem> items, String reason) {}

    /** True if an item waits that requires a reaction: one that is not silent. */
    boolean needsReaction();

    /** Returns an inbox that is always empty. */
    static Inbox empty() {
        return new Inbox() {
            @Override
            public List<InboxItem> drain(int limit) {
                return List.of();
            }

            @Override
            public void acknowledge(long sequence) {}

            @Override
            public boolean needsReaction() {
                return false;
            }
        };
    }
}
