package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;

/**
 * One call of the library in progress. It runs on a thread of its own, so that the caller returns in time even if the
 * library hangs. The caller waits for the outcome, for silence and for the deadline.
 *
 * <pre>
 *   answer or error      -> that
 *   no piece             -> STALLED after the silence limit
 *   no time left         -> DEADLINE
 *   caller interrupted   -> interrupted     and each of the last three cancels the stream and interrupts the thread
 * </pre>
 *
 * The library does not tell whether the provider has accepted a request. A call that is given up counts as accepted,
 * because the provider may charge for it.
 */
final class ChatModelCall {

    private final ModelInvocation model;
    private final ChatReplyHandler handler;
    private final HarnessRun run;
    private final RunContext context;
    private final World world;
    private final Duration silence;

    ChatModelCall(ModelInvocation model, HarnessRun run, RunContext context, Duration silence) {
        this.model = model;
        this.run = run;
        this.context = context;
        this.silence = silence;
        world = context.world();
        handler = new ChatReplyHandler(run, world);
    }

    /** True if any output of the model came. */
    boolean hasOutput() {
        return handler.hasOutput();
    }

    /** True if pieces of tool calls came. */
    boolean hasPartialCalls() {
        return handler.hasPartialCalls();
    }

    /**
     * Asks the model and waits for its whole answer.
     *
     * @throws CompletionException around any failure of the library
     */
    ChatResponse answer(ChatRequest request) throws HarnessException, InterruptedException {
        requireTime(); // Before anything is sent, which would be paid for.
        Thread thread = world.start("waggle-chat-model-call", TraceSpan.current().wrap(() -> start(request)));
        try {
            await();
            return handler.outcome().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof HarnessException limit) {
                throw limit;
            }
            throw failed;
        } finally {
            boolean isGivenUp = handler.stop();
            if (isGivenUp) {
                thread.interrupt();
            }
            if (isGivenUp || handler.hasOutput()) {
                run.markChargeable();
            }
        }
    }

    private void start(ChatRequest request) {
        try {
            model.call().accept(request, handler);
        } catch (Throwable failure) {
            handler.onError(failure);
        }
    }

    private void await() throws HarnessException, InterruptedException {
        CompletableFuture<ChatResponse> outcome = handler.outcome();
        while (!outcome.isDone()) {
            long endOfTime = context.deadline().nanos();
            long endOfSilence = endOfSilence();
            if (world.awaitUntil(outcome, endOfTime - endOfSilence < 0 ? endOfTime : endOfSilence)) {
                return;
            }
            requireTime();
            if (endOfSilence() - world.nanos() <= 0) {
                throw HarnessException.of(HarnessFailure.Kind.STALLED, "nothing came for " + silence.toSeconds()
                        + " seconds\nMaybe it needs longer: see ChatModelHarness.withSilence.");
            }
        }
    }

    private long endOfSilence() {
        return handler.lastPieceNanos() + silence.toNanos();
    }

    private void requireTime() throws HarnessException {
        if (context.deadline().isExpired()) {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "there was no time left for the answer");
        }
    }
}
