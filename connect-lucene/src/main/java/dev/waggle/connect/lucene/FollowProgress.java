package dev.waggle.connect.lucene;

/** Progress of following a log, said only when it takes long. */
final class FollowProgress {

    /** Bytes of a log that take more than a moment. */
    static final long LONG = 4L << 20;

    private final MemoryListener listener;
    private final long all;

    /**
     * Progress to that length.
     *
     * @param all length in bytes; 0 to say nothing
     */
    FollowProgress(MemoryListener listener, long all) {
        this.listener = listener;
        this.all = all;
    }

    void at(long done) {
        if (all > 0) {
            listener.progress("indexing memories", Math.min(done, all), all);
        }
    }
}
