package dev.waggle.journal.inbox;

/**
 * Range of the log with the bookkeeping entries of one inbox. They occupy no room in memory, because a solve skips them;
 * another reader takes them from the log. Owned by its {@link AgentQueue}.
 */
final class HiddenRange {

    /** First entry that may be hidden; 0 for none. */
    private long from;
    private long to;

    /** Adds an entry, later than all before. */
    void add(long sequence) {
        from = from == 0 ? sequence : from;
        to = sequence;
    }

    /** Removes the entries up to a position. */
    void removeUpTo(long sequence) {
        if (to <= sequence) {
            clear();
        } else if (from > 0) {
            from = Math.max(from, sequence + 1);
        }
    }

    void clear() {
        from = 0;
        to = 0;
    }

    boolean isEmpty() {
        return from == 0;
    }

    long from() {
        return from;
    }
}
