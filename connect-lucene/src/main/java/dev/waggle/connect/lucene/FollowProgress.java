package dev.waggle.connect.lucene;

/** Progress of following a log, said only when it takes long. */
final class FollowProgress {

    /** Bytes of a log that take more than a moment. */
    private static final long LONG = 8L << 20;

    private final MemoryListener listener;
    private final long begin;
    private final long end;

    FollowProgress(MemoryListener listener, long begin, long end) {
        this.listener = listener;
        this.begin = begin;
        this.end = end;
        at(begin);
    }

    void at(long offset) {
        if (end - begin > LONG) {
            listener.progress("indexing memories", Math.min(offset, end) - begin, end - begin);
        }
    }
}
