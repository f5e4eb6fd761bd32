package dev.waggle.journal.inbox.range;

/**
 * Range of the log with the bookkeeping entries of one inbox. They occupy no room in memory, because a solve skips them;
 * another reader takes them from the log. Owned by the queue of its agent.
 */
public final class HiddenRange {

    /** First entry that may be hidden; 0 for none. */
    private long from;
    private long to;

    /** Adds an entry, later than all before. */
    public void add(long sequence) {
        from = from == 0 ? sequence : from;
        to = sequence;
    }

    /** Removes the entries up to a position. */
    public void removeUpTo(long sequence) {
        if (to <= sequence) {
            clear();
        } else if (from > 0) {
            from = Math.max(from, sequence + 1);
        }
    }

    public void clear() {
        from = 0;
        to = 0;
    }

    public boolean isEmpty() {
        return from == 0;
    }

    public long from() {
        return from;
    }
}
