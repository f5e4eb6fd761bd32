package dev.waggle.connect.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.world.World;

/**
 * Work on the web with a deadline, for any behaviour of a server. It runs on a virtual thread of its own. The caller
 * stops waiting at the deadline or when interrupted, and then its sockets are closed. The result of a remaining step,
 * such as a system call that looks up a name, is discarded.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
interface DeadlineTask<T> {

    /** Does the work; connections are made through these sockets only. */
    T run(SocketGroup sockets) throws WebException;

    /** Runs it for at most that long. */
    static <T> T within(Duration limit, World world, NetworkAccess network, DeadlineTask<T> errand)
            throws WebException, InterruptedException {
        Deadline deadline = Deadline.in(limit, world);
        CompletableFuture<Outcome<T>> outcome = new CompletableFuture<>();
        try (SocketGroup sockets = new SocketGroup(network.sockets())) {
            Thread worker = Thread.ofVirtual().name("waggle-web").start(() -> run(errand, sockets, outcome));
            try {
                if (!deadline.await(outcome)) {
                    throw new WebException("there was no whole answer within " + limit.toMillis() + " ms");
                }
            } finally {
                worker.interrupt();
            }
        }
        return switch (outcome.join()) {
            case Outcome.Success<T> success -> success.value();
            case Outcome.Failure<T> failure -> throw failure.why();
        };
    }

    private static <T> void run(DeadlineTask<T> errand, SocketGroup sockets, CompletableFuture<Outcome<T>> outcome) {
        try {
            outcome.complete(new Outcome.Success<>(errand.run(sockets)));
        } catch (WebException failed) {
            outcome.complete(new Outcome.Failure<>(failed));
        } catch (RuntimeException bug) {
            // A failure on a server's response fails this response only, not the calling agent.
            outcome.complete(new Outcome.Failure<>(new WebException("the answer could not be read: "
                    + bug.getClass().getSimpleName(), bug)));
        } catch (Error fatal) {
            outcome.completeExceptionally(fatal);
        }
    }

    /** Outcome of the task. */
    sealed interface Outcome<T> {

        record Success<T>(T value) implements Outcome<T> {}

        record Failure<T>(WebException why) implements Outcome<T> {}
    }
}
