package dev.waggle.connect.lucene;

/** Listener to what a memory does beside its answers. Called on any thread; it must not block. */
public interface MemoryListener {

    /** Hears nothing. */
    MemoryListener SILENT = new MemoryListener() {};

    /**
     * Long work has come further.
     *
     * @param work what is done, for example {@code indexing}
     * @param done units done
     * @param all units in all
     */
    default void progress(String work, long done, long all) {}

    /** Something happened that a person should know, for example a damaged index. */
    default void notice(String text) {}
}
