package dev.waggle.connect.llm.provider;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.waggle.connect.llm.endpoint.SilenceLimits;
import dev.waggle.connect.llm.wire.EventFormat;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;

/**
 * One streaming request in progress. It runs on a virtual thread of its own, so that the caller returns in time even if
 * the provider hangs. The caller waits for the end of the reply, for silence and for the deadline.
 *
 * <pre>
 *   last event or error      -> [ a moment for the end of the stream ] -> reply
 *   thinking, and no byte    -> STALLED after the longer limit
 *   thinking, and only pings -> STALLED after the longer limit, and at least ten minutes
 *   speaking, and no byte    -> STALLED after the shorter limit
 *   no time left             -> DEADLINE        and each of these ends the connection
 *   caller interrupted       -> interrupted
 * </pre>
 */
final class StreamingCall {

    /** Time in which the end of a stream may follow its last event; then its connection can be used again. */
    private static final Duration LINGER = Duration.ofMillis(250);

    private final StreamingRequest request;
    private final StreamedReply reply;
    private final SilenceLimits limits;
    private final World world;
    private final RunContext context;

    StreamingCall(StreamingRequest request, StreamedReply reply, SilenceLimits limits, RunContext context) {
        this.request = request;
        this.reply = reply;
        this.limits = limits;
        this.context = context;
        world = context.world();
    }

    /**
     * Sends the message and waits until its reply is complete.
     *
     * @throws CompletionException around any failure of the request
     */
    void run(HttpRequest message, EventFormat format) throws HarnessException, InterruptedException {
        requireTime(); // Before anything is sent, which would be paid for.
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("waggle-model-call")
                .start(TraceSpan.current().wrap(() -> run(message, format, ended)));
        try {
            await(CompletableFuture.anyOf(ended, request.endOfEvents()));
            if (!world.await(ended, LINGER)) {
                request.closeStream();
            }
            await(ended);
            ended.join();
        } finally {
            request.stop();
            thread.interrupt();
        }
    }

    private void run(HttpRequest message, EventFormat format, CompletableFuture<Void> ended) {
        try {
            request.run(message, format, reply);
            ended.complete(null);
        } catch (Throwable failure) {
            ended.completeExceptionally(failure);
        }
    }

    private void await(CompletableFuture<?> completion) throws HarnessException, InterruptedException {
        while (!completion.isDone()) {
            CompletableFuture<Void> nextPhase = reply.nextPhase(); // First, so that no later change is missed.
            long endOfTime = context.deadline().nanos();
            long endOfSilence = silence().end();
            if (world.awaitUntil(CompletableFuture.anyOf(completion, nextPhase),
                    endOfTime - endOfSilence < 0 ? endOfTime : endOfSilence)) {
                continue;
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
        long activity = request.lastActivityNanos();
        if (!reply.isThinking()) {
            return new Silence(activity + limits.betweenBytes().toNanos(), "nothing came", limits.betweenBytes());
        }
        Silence silent = new Silence(activity + limits.beforeContent().toNanos(), "nothing came",
                limits.beforeContent());
        Silence pinging = new Silence(reply.lastContentNanos() + limits.pinging().toNanos(),
                "nothing but pings and notices came", limits.pinging());
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
