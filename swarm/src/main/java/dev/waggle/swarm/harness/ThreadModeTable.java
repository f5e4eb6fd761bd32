package dev.waggle.swarm.harness;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Current mode of each thread, and the raised mode of its next call. Only threads in another than the usual mode are
 * stored, {@value #MAX_THREADS} at most; beyond that the least recently used one returns to the usual mode.
 * Thread-safe.
 */
final class ThreadModeTable {

    /** Maximum number of threads, above the conversations of one process at once; about a megabyte. */
    static final int MAX_THREADS = 10_000;

    private final ModelMode usual;
    private final Map<String, ThreadMode> threads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ThreadMode> eldest) {
            return size() > MAX_THREADS;
        }
    };

    ThreadModeTable(ModelMode usual) {
        this.usual = usual;
    }

    /**
     * Modes of one thread.
     *
     * @param standing the mode of its calls
     * @param next the mode of its next call, if that is another one
     */
    private record ThreadMode(ModelMode standing, @Nullable ModelMode next) {

        ModelMode now() {
            return next == null ? standing : next;
        }
    }

    /** Sets the mode of all later calls of a thread; an escalation of its next call stays. */
    synchronized void put(String thread, ModelMode mode) {
        store(thread, new ThreadMode(mode, modeOf(thread).next()));
    }

    /** Raises the next call of a thread to at least that mode; the mode that it will have. */
    synchronized ModelMode raise(String thread, ModelMode atLeast) {
        ThreadMode modes = modeOf(thread);
        if (modes.now().compareTo(atLeast) < 0) {
            store(thread, new ThreadMode(modes.standing(), atLeast));
            return atLeast;
        }
        return modes.now();
    }

    /** The mode that the next call of a thread will have. */
    synchronized ModelMode next(String thread) {
        return modeOf(thread).now();
    }

    /** The mode of a call of a thread that begins now. */
    synchronized ModelMode consume(String thread) {
        ThreadMode modes = modeOf(thread);
        store(thread, new ThreadMode(modes.standing(), null));
        return modes.now();
    }

    /** Number of stored threads. */
    synchronized int size() {
        return threads.size();
    }

    private ThreadMode modeOf(String thread) {
        ThreadMode known = threads.get(thread);
        return known == null ? new ThreadMode(usual, null) : known;
    }

    private void store(String thread, ThreadMode modes) {
        if (modes.standing() == usual && modes.next() == null) {
            threads.remove(thread);
        } else {
            threads.put(thread, modes);
        }
    }
}
