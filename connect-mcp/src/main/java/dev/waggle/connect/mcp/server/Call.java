package dev.waggle.connect.mcp.server;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import reactor.core.publisher.MonoSink;

/** A call and the thread that does it. */
final class Call<T> {

    private enum State {
        RUNNING, WORKED, TAKEN_BACK
    }

    private static final System.Logger LOG = System.getLogger(Call.class.getName());

    private final Calls calls;
    private final CallId id;
    private final Calls.Work<T> work;
    private final MonoSink<T> answer;
    private final Thread thread;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    Call(Calls calls, CallId id, Calls.Work<T> work, MonoSink<T> answer) {
        this.calls = calls;
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
            calls.worked(this);
            if (wanted) {
                answer.success(result);
            } else {
                answer.success();
            }
        } finally {
            calls.worked(this);
            calls.answered(this);
            end.complete(null);
        }
    }

    /** Whatever happens there is an answer: a client that waits for one waits for good. */
    private T result() {
        try {
            return work.run();
        } catch (InterruptedException stopped) {
            return work.refused("the call was stopped before it was done");
        } catch (IllegalArgumentException | UncheckedIOException refused) {
            return work.refused(String.valueOf(refused.getMessage()));
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "a call failed by a fault of ours", fault);
            return work.refused("the call failed: " + fault + "\nThis is a fault of Waggle, please report it.");
        }
    }
}
