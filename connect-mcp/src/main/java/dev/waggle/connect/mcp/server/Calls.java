package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The calls that are running, each on a virtual thread of its own, so that taking one back is interrupting that thread.
 *
 * <pre>
 *   admitted -> running -> answered
 *                  |
 *                  taken back -> interrupted -> ended without an answer
 * </pre>
 *
 * <p>What is refused is answered at once. Thread-safe; the lock is never held while work runs or answers are sent.
 */
final class Calls {

    /** Most calls at once: a client that wants more waits, a host that serves many runs several servers. */
    static final int MAX_RUNNING = 16;

    /** Longest wait for calls that were taken back: solves still write down what was said. */
    static final Duration STOP = Duration.ofSeconds(10);

    private final World world;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as is all below. */
    private final Map<CallId, Call<?>> running = new HashMap<>();
    private final Set<Call<?>> unanswered = new HashSet<>();
    private boolean closed;

    Calls(World world) {
        this.world = world;
    }

    /** What a call does. */
    interface Work<T> {

        T run() throws InterruptedException;

        /** The answer instead of {@link #run}, or when it failed. */
        T refused(String reason);
    }

    /** Runs it once somebody subscribes; empty when it was taken back. */
    <T> Mono<T> call(CallId id, Work<T> work) {
        return Mono.create(sink -> {
            Call<T> call = new Call<>(this, id, work, sink);
            String refusal = admit(call);
            if (refusal == null) {
                call.start();
            } else {
                sink.success(work.refused(refusal));
            }
        });
    }

    /** Takes a call back; nothing happens when there is none of that id. */
    void cancel(CallId id) {
        select(id::equals).forEach(Call::cancel);
    }

    /** Takes back all calls of a session that is over. */
    void cancelSession(String session) {
        select(id -> id.session().equals(session)).forEach(Call::cancel);
    }

    /** Waits until every call is answered, at most that long; whether that is so. */
    boolean awaitIdle(Duration atMost) throws InterruptedException {
        return world.await(CompletableFuture.allOf(ends()), atMost);
    }

    private CompletableFuture<?>[] ends() {
        lock.lock();
        try {
            return unanswered.stream().map(Call::end).toArray(CompletableFuture<?>[]::new);
        } finally {
            lock.unlock();
        }
    }

    /** Lets no more calls in, takes back those that run, and waits for their ends; whether all ended in time. */
    boolean close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        select(id -> true).forEach(Call::cancel);
        try {
            return awaitIdle(STOP);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    int running() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }

    /** The work is over; its place is free before the answer is sent, so that whoever reads it can call again. */
    void worked(Call<?> call) {
        lock.lock();
        try {
            running.remove(call.id(), call);
        } finally {
            lock.unlock();
        }
    }

    void answered(Call<?> call) {
        lock.lock();
        try {
            unanswered.remove(call);
        } finally {
            lock.unlock();
        }
    }

    /** Why it cannot run; {@code null} when it can. */
    private @Nullable String admit(Call<?> call) {
        lock.lock();
        try {
            if (closed) {
                return "the server is closing";
            }
            if (running.containsKey(call.id())) {
                return "the request id " + call.id().request()
                        + " is in use\nMaybe give every request an id of its own.";
            }
            if (running.size() >= MAX_RUNNING) {
                return MAX_RUNNING + " calls are running already, which is the most\nMaybe wait for one to end, or take"
                        + " one back.";
            }
            running.put(call.id(), call);
            unanswered.add(call);
            return null;
        } finally {
            lock.unlock();
        }
    }

    private List<Call<?>> select(Predicate<CallId> wanted) {
        lock.lock();
        try {
            List<Call<?>> selected = new ArrayList<>(running.values());
            selected.removeIf(call -> !wanted.test(call.id()));
            return selected;
        } finally {
            lock.unlock();
        }
    }
}
