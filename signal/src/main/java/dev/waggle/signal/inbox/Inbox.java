package dev.waggle.signal.inbox;

import java.util.List;

/**
 * What waits for one agent because it subscribed to it, in the order of the log. One consumer at a time; others may ask
 * whether something waits.
 *
 * <p>The consumer calls on a thread that others wait for, and does not wait itself: an implementation answers with what is
 * there, blocks on nothing but its own short writes, and throws what went wrong. A call that takes too long may be given
 * up and interrupted; until it returns, nobody calls again.
 *
 * <p>At least once: what was taken and not acknowledged comes again when the inbox is opened again, after a crash too.
 */
public interface Inbox {

    /**
     * Takes what waits, the oldest first, each item with the subscriptions of this moment that match it; what no
     * subscription matches any more is left out for good. Within one process nothing is taken twice.
     *
     * @param limit most items
     */
    List<InboxItem> drain(int limit);

    /**
     * Everything up to that sequence number of the log was dealt with and never comes again. Whoever put the answer into a
     * log that is not synced at each append calls {@link dev.waggle.signal.log.Journal#sync} on it first: else a loss of
     * power may take the answer and leave this.
     */
    void acknowledge(long sequence);

    /** Whether something waits that calls for a reaction: an item that is not silent. */
    boolean needsReaction();

    /** An inbox that nothing ever comes to. */
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
