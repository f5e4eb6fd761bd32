package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.call.CallOutcome;

/**
 * Running call of an agent's code. It runs on a thread of its own, so that it can hang without the solve. Any exception
 * becomes a message: its failure is never a failure of the solve.
 */
public record TimedCall<T>(Thread thread, CompletableFuture<CallOutcome<T>> outcome, Runnable onAbandon,
        AtomicBoolean isAbandoned) {

    public static <T> TimedCall<T> start(String agentId, World world, Callable<T> code) {
        return start(agentId, world, code, outcome -> {
        }, () -> {
        });
    }

    /**
     * Starts a call; its result is stored on its own thread before any other code learns of it.
     *
     * @param givenUp action that runs when the call is abandoned, before it is interrupted
     */
    static <T> TimedCall<T> start(String agentId, World world, Callable<T> code, Consumer<CallOutcome<T>> recorder,
            Runnable givenUp) {
        if (code instanceof FailingCode<T>(String reason)) {
            return completed(new CallOutcome.Failed<>(reason), recorder);
        }
        CompletableFuture<CallOutcome<T>> outcome = new CompletableFuture<>();
        long start = world.nanos();
        Thread thread = world.start("agent " + agentId, () -> {
            CallOutcome<T> became = execute(code, world, start);
            try {
                if (!outcome.isDone()) { // A result after the call was abandoned is no answer.
                    recorder.accept(became);
                }
            } finally {
                outcome.complete(became);
            }
        });
        return new TimedCall<>(thread, outcome, givenUp, new AtomicBoolean());
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
        }, new AtomicBoolean());
    }

    private static <T> CallOutcome<T> execute(Callable<T> code, World world, long start) {
        try {
            T answer = code.call();
            return new CallOutcome.Answered<>(answer, Duration.ofNanos(world.nanos() - start));
        } catch (Throwable failure) {
            return CallOutcome.Failed.of(failure);
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
        abandon(cancelled.isDone() ? "cancelled" : "no answer before the time was up");
        return outcome.join();
    }

    /** True if the call is abandoned and still in the code of the agent. */
    boolean isStuck() {
        return isAbandoned.get() && thread.isAlive();
    }

    /** Abandons the call: later results are no answer. A call that has ended stays as it is. */
    void abandon(String reason) {
        if (outcome.complete(new CallOutcome.Failed<>(reason))) {
            isAbandoned.set(true);
            onAbandon.run();
            thread.interrupt();
        }
    }
}
