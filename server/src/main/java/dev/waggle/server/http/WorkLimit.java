package dev.waggle.server.http;

import java.util.concurrent.Semaphore;

/**
 * Limit of heavy requests that run at once. A further one is refused at once with status 503 and {@code Retry-After},
 * so that no request waits for the memory of another. Thread-safe.
 */
public final class WorkLimit {

    private static final String RETRY_SECONDS = "1";

    private final int max;
    private final Semaphore free;

    /** A limit of that many requests, at least 1. */
    public WorkLimit(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("a limit of requests must be at least 1, got " + max);
        }
        this.max = max;
        free = new Semaphore(max);
    }

    /** Begins a request; closing the slot ends it. */
    public WorkSlot enter() {
        if (!free.tryAcquire()) {
            throw new ProblemException(
                    Problem.of(503, max + " such requests run already, which is the maximum\nMaybe try again in "
                            + RETRY_SECONDS + " second.").withHeader("Retry-After", RETRY_SECONDS));
        }
        return new WorkSlot(free);
    }

    /** The place of one request. Closed once, by any thread. */
    public static final class WorkSlot implements AutoCloseable {

        private final Semaphore free;
        private boolean isClosed;

        private WorkSlot(Semaphore free) {
            this.free = free;
        }

        @Override
        public synchronized void close() {
            if (!isClosed) {
                isClosed = true;
                free.release();
            }
        }
    }
}
