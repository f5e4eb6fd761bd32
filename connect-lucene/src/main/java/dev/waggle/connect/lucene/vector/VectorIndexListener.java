package dev.waggle.connect.lucene.vector;

/**
 * Receiver of reports of a {@link VectorIndex}. Calls come from the thread that works, and should return soon. They may
 * add and search, but not refresh, expunge or close.
 */
public interface VectorIndexListener {

    /** Listener without an effect. */
    VectorIndexListener NONE = new VectorIndexListener() {};

    /**
     * Entries have come into the graph.
     *
     * @param done entries that are in it now
     * @param total all entries
     */
    default void progress(long done, long total) {}

    /**
     * The graph on the disk is of no use and was dropped. Its entries are missing until the caller adds them again.
     *
     * @param reason one sentence
     */
    default void lost(String reason) {}

    /**
     * The graph could not be brought up to date in the background, which ends until the next
     * {@link VectorIndex#refresh()}. Searches still find all entries.
     *
     * @param reason one sentence
     */
    default void delayed(String reason) {}
}
