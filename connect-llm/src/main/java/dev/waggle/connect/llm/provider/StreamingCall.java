package dev.waggle.connect.llm.provider;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.waggle.connect.llm.wire.StreamingHttpClient;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * One streaming request in progress. It runs on a virtual thread of its own, so that the caller returns in time even
 * if the library or the provider hangs. The caller waits for the answer, for silence and for the deadline.
 *
 * <pre>
 *   answer, error or last word -> [ a moment for the end of the stream ] -> outcome
 *   nothing heard for a minute -> STALLED
 *   no time left               -> DEADLINE       and each of these ends the connection
 *   caller interrupted         -> interrupted
 * </pre>
 */
final class StreamingCall {

    /** Longest silence of a stream; models that think and proxies send something sooner. */
    static final Duration MAX_SILENCE = Duration.ofSeconds(60);

    /** Time in which the end of a stream may follow its last event; then its connection can be used again. */
    private static final Duration LINGER = Duration.ofMillis(250);

    private final StreamingHttpClient line;
    private final StreamHandler handler;
    private final World world;
    private final RunContext context;

    StreamingCall(StreamingHttpClient line, StreamHandler handler, RunContext context) {
        this.line = line;
        this.handler = handler;
        this.context = context;
        world = context.world();
    }

    /**
     * Runs the request.
     *
     * @return the answer; {@code null} when the stream ended without one
     * @throws CompletionException around the error given to {@link StreamHandler#onError}
     */
    @Nullable ChatResponse answer(Runnable request) throws HarnessException, InterruptedException {
        requireTime(); // Before anything is sent, which would be paid for.
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("waggle-model-call").start(() -> run(request, ended));
        try {
            await(CompletableFuture.anyOf(handler.outcome(), ended, line.endOfStream()));
            if (!handler.outcome().isCompletedExceptionally() && !world.await(ended, LINGER)) {
                line.closeStream();
            }
            await(CompletableFuture.anyOf(handler.outcome(), ended));
            return handler.outcome().getNow(null);
        } finally {
            var _ = handler.outcome().complete(null);
            line.stop();
            thread.interrupt();
        }
    }

    private void run(Runnable request, CompletableFuture<Void> ended) {
        try {
            request.run();
        } catch (Throwable failure) {
            handler.onError(failure);
        } finally {
            ended.complete(null);
        }
    }

    private void await(CompletableFuture<?> completion) throws HarnessException, InterruptedException {
        while (true) {
            long endOfTime = context.deadline().nanos();
            long endOfSilence = line.lastActivityNanos() + MAX_SILENCE.toNanos();
            if (world.awaitUntil(completion, endOfTime - endOfSilence < 0 ? endOfTime : endOfSilence)) {
                return;
            }
            requireTime();
            if (world.nanos() - line.lastActivityNanos() >= MAX_SILENCE.toNanos()) {
                throw HarnessException.of(HarnessFailure.Kind.STALLED,
                        "nothing came for " + MAX_SILENCE.toSeconds() + " seconds");
            }
        }
    }

    private void requireTime() throws HarnessException {
        if (context.deadline().isExpired()) {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "there was no time left for the answer");
        }
    }
}
