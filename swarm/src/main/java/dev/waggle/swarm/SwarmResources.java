package dev.waggle.swarm;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/** Resources that a swarm opened for itself. Closes them in the reverse order of their opening. Owned by one thread. */
final class SwarmResources implements AutoCloseable {

    private final Deque<Runnable> closers = new ArrayDeque<>();

    void add(Runnable closer) {
        closers.push(closer);
    }

    /** Closes all; the first failure is thrown, with the others suppressed in it. */
    @Override
    public void close() {
        RuntimeException first = null;
        while (!closers.isEmpty()) {
            first = close(closers.pop(), first);
        }
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable RuntimeException close(Runnable closer, @Nullable RuntimeException earlier) {
        try {
            closer.run();
            return earlier;
        } catch (RuntimeException failed) {
            if (earlier == null) {
                return failed;
            }
            earlier.addSuppressed(failed);
            return earlier;
        }
    }
}
