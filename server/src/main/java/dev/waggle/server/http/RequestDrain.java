package dev.waggle.server.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.world.World;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Requests without an answer. A server that ends admits no further one, and waits until each of these has its answer
 * and its audit entry. May be used by many threads.
 */
final class RequestDrain implements AutoCloseable {

    /** Longest wait; a request that takes longer is interrupted. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final World world;
    private final CompletableFuture<Void> empty = new CompletableFuture<>();
    private int waiting;
    private boolean isClosed;

    RequestDrain(World world) {
        this.world = world;
    }

    /** A request that waits for its answer. */
    final class WaitingRequest implements AutoCloseable {

        private final AtomicBoolean isAnswered = new AtomicBoolean();

        /** Ends the wait: the answer is about to be sent. A second call has no effect. */
        @Override
        public void close() {
            if (isAnswered.compareAndSet(false, true)) {
                leave();
            }
        }
    }

    /** A handler of further paths, which a server that ends does not reach any more. */
    static final class MountedHandler extends Handler.Wrapper {

        private final RequestDrain drain;

        MountedHandler(Handler further, RequestDrain drain) {
            super(further);
            this.drain = drain;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            RequestDrain.WaitingRequest waiting;
            try {
                waiting = drain.enter();
            } catch (ProblemException ending) {
                return false; // The operations refuse it.
            }
            try (waiting) {
                return super.handle(request, response, callback);
            }
        }
    }

    /**
     * Admits a request.
     *
     * @throws ProblemException when the server ends
     */
    synchronized WaitingRequest enter() {
        if (isClosed) {
            throw new ProblemException(
                    Problem.of(503, "the server ends\nMaybe try again later.").withHeader("Retry-After", "5"));
        }
        waiting++;
        return new WaitingRequest();
    }

    /** Admits no further request and waits for the answers, for a bounded time. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            completeIfEmpty();
        }
        try {
            boolean _ = world.await(empty, TIMEOUT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void leave() {
        waiting--;
        completeIfEmpty();
    }

    private void completeIfEmpty() {
        if (isClosed && waiting == 0) {
            empty.complete(null);
        }
    }
}
