package dev.waggle.connect.llm.provider;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.waggle.connect.llm.endpoint.SilenceLimits;
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
 *   a silence over its limit   -> STALLED
 *   no time left               -> DEADLINE       and each of these ends the connection
 *   caller interrupted         -> interrupted
 * </pre>
 *
 * <p>While content is awaited, bytes that are none extend the wait up to {@link SilenceLimits#pinging}. Afterwards
 * every byte counts.
 */
final class StreamingCall {

    /** Time in which the end of a stream may follow its last event; then its connection can be used again. */
    private static final Duration LINGER = Duration.ofMillis(250);

    private final StreamingHttpClient line;
    private final StreamHandler handler;
    private final World world;
    private final RunContext context;
    private final SilenceLimits limits;
    private final ContentWatch watch;

    /**
     * @param limits the longest silences of this model
     * @param watch the reader of the events of that line
     */
    StreamingCall(StreamingHttpClient line, StreamHandler handler, RunContext context, SilenceLimits limits,
            ContentWatch watch) {
        this.line = line;
        this.handler = handler;
        this.context = context;
        this.limits = limits;
        this.watch = watch;
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
            CompletableFuture<Void> change = watch.change(); // Before the state that it reports.
            long endOfTime = context.deadline().nanos();
            long endOfSilence = silence().end();
            boolean isTimeFirst = endOfTime - endOfSilence < 0;
            var _ = world.awaitUntil(CompletableFuture.anyOf(completion, change),
                    isTimeFirst ? endOfTime : endOfSilence);
            if (completion.isDone()) {
                return;
            }
            requireTime();
            Silence silence = silence();
            if (world.nanos() - silence.end() >= 0) {
                throw HarnessException.of(HarnessFailure.Kind.STALLED, silence.message());
            }
        }
    }

    /** The silence that counts now. */
    private Silence silence() {
        long activity = line.lastActivityNanos();
        if (!watch.isAwaiting()) {
            return new Silence(activity + limits.betweenBytes().toNanos(), "nothing came", limits.betweenBytes());
        }
        long content = watch.lastContentNanos();
        Silence silent = new Silence(activity + limits.beforeContent().toNanos(), "nothing came",
                limits.beforeContent());
        Silence pinging = new Silence(content + limits.pinging().toNanos(), "nothing but pings and notices came",
                limits.pinging());
        return pinging.end() - silent.end() < 0 ? pinging : silent;
    }

    /**
     * A silence with its limit.
     *
     * @param end the end of the longest one, by the stopwatch
     */
    private record Silence(long end, String name, Duration limit) {

        String message() {
            return name + " for " + (limit.toSeconds() % 60 == 0 && limit.toMinutes() > 1
                    ? limit.toMinutes() + " minutes"
                    : limit.toSeconds() + " seconds")
                    + "\nMaybe set silence of the provider in the models file to more than " + limit.toSeconds()
                    + " seconds.";
        }
    }

    private void requireTime() throws HarnessException {
        if (context.deadline().isExpired()) {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "there was no time left for the answer");
        }
    }
}
