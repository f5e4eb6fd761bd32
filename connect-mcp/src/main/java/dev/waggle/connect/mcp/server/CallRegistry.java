package dev.waggle.connect.mcp.server;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The calls that are running, each on a virtual thread of its own, so that taking one back is interrupting that thread.
 *
 * <pre>
 *   admitted -> running -> answered
 *                  |
 *                  taken back -> interrupted -> ended without an answer
 * </pre>
 *
 * <p>Refused calls are answered at once. Thread-safe; the lock is never held while work runs or answers are sent. The
 * lock of the sessions is taken inside it, never around it.
 */
final class CallRegistry {

    /** Maximum number of concurrent calls; a client that wants more waits, a larger host runs several servers. */
    static final int MAX_RUNNING = 16;

    /** Longest wait for cancelled calls; their solves still record their last signals. */
    static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger(CallRegistry.class.getName());

    private final World world;
    private final Predicate<String> isOpen;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as is all below. */
    private final Map<CallId, RunningCall<?>> running = new HashMap<>();
    private final Set<RunningCall<?>> unanswered = new HashSet<>();
    private boolean closed;

    /** Creates the registry of a server whose one session is open as long as the server. */
    CallRegistry(World world) {
        this(world, _ -> true);
    }

    /**
     * Creates the registry of a server with many sessions.
     *
     * @param isOpen whether a session of that id is open. It is asked under the lock, after {@link #cancelSession} or
     *        before it, so that no call outlives its session
     */
    CallRegistry(World world, Predicate<String> isOpen) {
        this.world = world;
        this.isOpen = isOpen;
    }

    /** Work of a call. */
    interface CallTask<T> {

        T run() throws InterruptedException;

        /** The answer instead of {@link #run}, or when it failed. */
        T refused(String reason);
    }

    /** Runs it on subscription; empty when it was cancelled. */
    <T> Mono<T> call(CallId id, CallTask<T> work) {
        return Mono.create(sink -> {
            RunningCall<T> call = new RunningCall<>(id, work, sink);
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
        select(id::equals).forEach(RunningCall::cancel);
    }

    /** Cancels all calls of a session that is not open any more. */
    void cancelSession(String session) {
        select(id -> id.session().equals(session)).forEach(RunningCall::cancel);
    }

    /** Waits until every call is answered, at most that long; whether that is so. */
    boolean awaitIdle(Duration atMost) throws InterruptedException {
        return world.await(CompletableFuture.allOf(ends()), atMost);
    }

    private CompletableFuture<?>[] ends() {
        lock.lock();
        try {
            return unanswered.stream().map(RunningCall::end).toArray(CompletableFuture<?>[]::new);
        } finally {
            lock.unlock();
        }
    }

    /** Refuses new calls, cancels the running ones, and waits for their ends; true if all ended in time. */
    boolean close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        select(id -> true).forEach(RunningCall::cancel);
        try {
            return awaitIdle(STOP_TIMEOUT);
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

    /** Frees the place of a finished call before its answer is sent, so that its reader can call again at once. */
    private void release(RunningCall<?> call) {
        lock.lock();
        try {
            running.remove(call.id(), call);
        } finally {
            lock.unlock();
        }
    }

    private void complete(RunningCall<?> call) {
        lock.lock();
        try {
            unanswered.remove(call);
        } finally {
            lock.unlock();
        }
    }

    /** Reason against running it; {@code null} when it can run. */
    private @Nullable String admit(RunningCall<?> call) {
        lock.lock();
        try {
            if (closed) {
                return "the server is closing";
            }
            if (!isOpen.test(call.id().session())) {
                return "that session is over\nMaybe initialize again.";
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

    private List<RunningCall<?>> select(Predicate<CallId> filter) {
        lock.lock();
        try {
            List<RunningCall<?>> selected = new ArrayList<>(running.values());
            selected.removeIf(call -> !filter.test(call.id()));
            return selected;
        } finally {
            lock.unlock();
        }
    }

    /** A call and the thread that does it. */
    private final class RunningCall<T> {

        private enum State {
            RUNNING, WORKED, TAKEN_BACK
        }

        private final CallId id;
        private final CallTask<T> work;
        private final MonoSink<T> answer;
        private final Thread thread;
        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final CompletableFuture<Void> end = new CompletableFuture<>();

        RunningCall(CallId id, CallTask<T> work, MonoSink<T> answer) {
            this.id = id;
            this.work = work;
            this.answer = answer;
            this.thread = Thread.ofVirtual().name("mcp call " + id.request()).unstarted(this::run);
        }

        CallId id() {
            return id;
        }

        /** Done when it was answered, or ended without an answer. */
        CompletableFuture<Void> end() {
            return end;
        }

        void start() {
            thread.start();
        }

        /** Interrupts the work, unless it is over. */
        void cancel() {
            if (state.compareAndSet(State.RUNNING, State.TAKEN_BACK)) {
                thread.interrupt();
            }
        }

        private void run() {
            try {
                T result = result();
                boolean wanted = state.compareAndSet(State.RUNNING, State.WORKED);
                release(this);
                if (wanted) {
                    answer.success(result);
                } else {
                    answer.success();
                }
            } finally {
                release(this);
                complete(this);
                end.complete(null);
            }
        }

        /** Answer of the work, after a failure too, because the client waits for one without end. */
        private T result() {
            try {
                return work.run();
            } catch (InterruptedException stopped) {
                return work.refused("the call was stopped before it was done");
            } catch (IllegalArgumentException | UncheckedIOException refused) {
                return work.refused(String.valueOf(refused.getMessage()));
            } catch (RuntimeException | Error fault) {
                LOG.log(Level.ERROR, "a call failed by a fault of ours", fault);
                return work.refused("the call failed by a fault of the server\nMaybe its error output has the reason.");
            }
        }
    }
}
