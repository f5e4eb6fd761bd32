package dev.waggle.swarm.reaction.reply.text;

/**
 * Counter of the characters that are visited while a reply is read. When the limit is reached, every text ends there,
 * so that a hostile reply costs no more than a long one. Owned by one reader.
 */
public final class WorkCounter {

    /** Visits for each character of a reply; a usual reply needs fewer than four. */
    private static final int PER_CHARACTER = 24;

    /** Visits that any reply may use. */
    private static final int FREE = 4_096;

    private final long limit;
    private long done;

    /** A counter for a reply of that length. */
    public WorkCounter(int length) {
        limit = FREE + (long) PER_CHARACTER * length;
    }

    void add(int visits) {
        done += visits;
    }

    boolean isSpent() {
        return done >= limit;
    }

    /** Number of visits so far. */
    public long done() {
        return done;
    }

    /** Number of visits at which reading ends. */
    public long limit() {
        return limit;
    }
}
