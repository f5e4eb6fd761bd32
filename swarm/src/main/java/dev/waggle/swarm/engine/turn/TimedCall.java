package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.call.CallOutcome;

/**
 * Running call of an agent's code. It runs on a thread of its own, so that it can hang without the solve. Any exception
 * becomes a message: its failure is never a failure of the solve.
 */
public record TimedCall<T>(Thread thread, CompletableFuture<CallOutcome<T>> outcome, Runnable onAbandon,
        AtomicBoolean isAbandoned, TraceSpan span) {

    private static final String CANCELLED = "cancelled";
    private static final String TIMEOUT = "timeout";
    private static final String UNAVAILABLE = "unavailable";

    public static <T> TimedCall<T> start(String agentId, World world, Callable<T> code) {
        return start(agentId, world, code, TraceSpan.NONE, outcome -> {
        }, () -> {
        });
    }

    /**
     * Starts a call; its result is stored on its own thread before any other code learns of it.
     *
     * @param span its span, which ends with it; without one, the current span is that of the caller
     * @param givenUp action that runs when the call is abandoned, before it is interrupted
     */
    static <T> TimedCall<T> start(String agentId, World world, Callable<T> code, TraceSpan span,
            Consumer<CallOutcome<T>> recorder, Runnable givenUp) {
        if (code instanceof FailingCode<T>(String reason)) {
            span.fail(UNAVAILABLE, reason);
            span.end();
            return completed(new CallOutcome.Failed<>(reason), recorder);
        }
        CompletableFuture<CallOutcome<T>> outcome = new CompletableFuture<>();
        long start = world.nanos();
        TraceSpan current = span == TraceSpan.NONE ? TraceSpan.current() : span;
        Thread thread = world.start("agent " + agentId, current.wrap(() -> {
            CallOutcome<T> became = execute(code, world, start, span);
            try {
                if (!outcome.isDone()) { // A result after the call was abandoned is no answer.
                    recorder.accept(became);
                }
            } finally {
                span.end();
                outcome.complete(became);
            }
        }));
        return new TimedCall<>(thread, outcome, givenUp, new AtomicBoolean(), span);
    }

    /** Code that can only fail; it need not run for its result to be known. */
    record FailingCode<T>(String why) implements Callable<T> {
        @Override
        public T call() {
            throw new IllegalStateException(why);
        }
    }

    private static <T> TimedCall<T> completed(CallOutcome<T> outcome, Consumer<CallOutcome<T>> recorder) {
        recorder.accept(outcome);
        return new TimedCall<>(Thread.ofVirtual().unstarted(() -> {
        }), CompletableFuture.completedFuture(outcome), () -> {
        }, new AtomicBoolean(), TraceSpan.NONE);
    }

    private static <T> CallOutcome<T> execute(Callable<T> code, World world, long start, TraceSpan span) {
        try {
            T answer = code.call();
            return new CallOutcome.Answered<>(answer, Duration.ofNanos(world.nanos() - start));
        } catch (Throwable failure) {
            CallOutcome.Failed<T> failed = CallOutcome.Failed.of(failure);
            span.fail(failure.getClass().getName(), failed.message());
            return failed;
        }
    }

    /**
     * Waits at most that long, and no longer than until the solve is cancelled or there is news. Returns true if there
     * is a reason to wait again. An interrupt of the waiting thread cancels the solve.
     */
    boolean awaitOrNews(World world, Duration atMost, CompletableFuture<Void> cancelled, CompletableFuture<Void> news) {
        try {
            world.await(CompletableFuture.anyOf(outcome, cancelled, news), atMost);
        } catch (InterruptedException stop) {
            cancelled.complete(null);
        }
        return news.isDone() && !outcome.isDone() && !cancelled.isDone();
    }

    /** Outcome of the call so far; a call that still runs is interrupted and counts as failed. */
    CallOutcome<T> outcome(CompletableFuture<Void> cancelled) {
        if (outcome.isDone()) {
            return outcome.join();
        }
        if (cancelled.isDone()) {
            abandon(CANCELLED, CANCELLED);
        } else {
            abandon("no answer before the time was up", TIMEOUT);
        }
        return outcome.join();
    }

    /** True if the call is abandoned and still in the code of the agent. */
    boolean isStuck() {
        return isAbandoned.get() && thread.isAlive();
    }

    /** Abandons the call: later results are no answer. A call that has ended stays as it is. */
    void abandon(String reason) {
        abandon(reason, TraceSpan.ABANDONED);
    }

    private void abandon(String reason, String errorType) {
        if (outcome.complete(new CallOutcome.Failed<>(reason))) {
            isAbandoned.set(true);
            onAbandon.run();
            span.fail(errorType, reason);
            span.end();
            thread.interrupt();
        }
    }
}
