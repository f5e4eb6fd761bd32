package dev.waggle.connect.a2a.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;

/**
 * One HTTP request in progress. It runs on a thread of its own, so that its caller returns in time even if the agent
 * hangs. The deadline, a silence and an interrupt of the caller end it down to the connection.
 *
 * @param line the request
 * @param deadline the end of the caller's time
 * @param silence the longest time without a byte
 * @param failures the words of failures
 */
record AgentExchange(StreamingRequest line, Deadline deadline, Duration silence, AgentFailures failures) {

    /**
     * Runs the work of the request and waits for its result.
     *
     * @throws RuntimeException the failure of the work
     */
    <T> T await(Supplier<T> work) throws HarnessException, InterruptedException {
        requireTime();
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread thread = deadline.world().start("waggle-a2a-call", TraceSpan.current().wrap(() -> run(work, done)));
        try {
            await(done);
            return done.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        } finally {
            line.stop();
            thread.interrupt();
        }
    }

    private static <T> void run(Supplier<T> work, CompletableFuture<T> done) {
        try {
            done.complete(work.get());
        } catch (Throwable failure) {
            done.completeExceptionally(failure);
        }
    }

    private void await(CompletableFuture<?> done) throws HarnessException, InterruptedException {
        World world = deadline.world();
        CompletableFuture<?> either = CompletableFuture.anyOf(done, line.endOfEvents());
        while (!either.isDone()) {
            long endOfSilence = line.lastActivityNanos() + silence.toNanos();
            long end = deadline.nanos() - endOfSilence < 0 ? deadline.nanos() : endOfSilence;
            if (world.awaitUntil(either, end)) {
                break;
            }
            requireTime();
            if (world.nanos() - (line.lastActivityNanos() + silence.toNanos()) >= 0) {
                throw failures.silent(silence);
            }
        }
        if (!done.isDone()) {
            line.closeStream(); // The last event came; what follows it is of no interest.
            var _ = world.awaitUntil(done, deadline.nanos());
            requireTime();
        }
    }

    private void requireTime() throws HarnessException {
        if (deadline.isExpired()) {
            throw failures.late();
        }
    }
}
