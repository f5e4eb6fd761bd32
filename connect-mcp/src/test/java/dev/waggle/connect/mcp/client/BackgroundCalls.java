package dev.waggle.connect.mcp.client;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import dev.waggle.signal.world.ManualWorld;

/** Calls on threads of their own. */
final class BackgroundCalls {

    private BackgroundCalls() {}

    static <T> CompletableFuture<T> later(Callable<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        var _ = Thread.ofVirtual().start(() -> run(call, result));
        return result;
    }

    static <T> void run(Callable<T> call, CompletableFuture<T> result) {
        try {
            result.complete(call.call());
        } catch (Exception failure) {
            result.completeExceptionally(failure);
        }
    }

    /** Repeats the question until the answer is as wanted; the timeout of the test ends an endless repetition. */
    static <T> T until(Callable<T> question, Predicate<T> wanted) throws Exception {
        while (true) {
            T answer = question.call();
            if (wanted.test(answer)) {
                return answer;
            }
            Thread.onSpinWait();
        }
    }

    /** Moves the clock on until the call has returned, whenever it began to wait. */
    static <T> T whileTimePasses(ManualWorld world, CompletableFuture<T> call) {
        while (!call.isDone()) {
            world.advance(Duration.ofSeconds(31));
            Thread.onSpinWait();
        }
        return call.join();
    }
}
