package dev.waggle.spring.ai;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.BaseSubscriber;

/**
 * One call of Spring AI in progress. It runs on a thread of its own, so that the caller returns in time even if the
 * library hangs. Silence, the deadline and an interruption cancel the stream and interrupt the thread.
 */
final class SpringAiCall {

    /** A model that thinks may send nothing for minutes. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final ChatModel model;
    private final HarnessRun run;
    private final RunContext context;
    private final World world;
    private final CompletableFuture<SpringAiReply> outcome = new CompletableFuture<>();
    private final AtomicLong lastPiece;
    private volatile @Nullable TokenUsage usage;
    private volatile String finishReason = "";

    SpringAiCall(ChatModel model, HarnessRun run, RunContext context) {
        this.model = model;
        this.run = run;
        this.context = context;
        world = context.world();
        lastPiece = new AtomicLong(world.nanos());
    }

    /** Failure of the library. */
    static final class CallFailure extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Throwable failure;

        CallFailure(Throwable failure) {
            super(failure);
            this.failure = failure;
        }

        Throwable cause() {
            return failure;
        }
    }

    /** Asks for an answer in pieces. */
    SpringAiReply streamed(Prompt prompt) throws HarnessException, InterruptedException, CallFailure {
        PieceSubscriber pieces = new PieceSubscriber();
        return answer(() -> model.stream(prompt).subscribe(pieces), pieces::cancel);
    }

    /** Asks for a whole answer. */
    SpringAiReply whole(Prompt prompt) throws HarnessException, InterruptedException, CallFailure {
        return answer(() -> {
            hear(model.call(prompt));
            complete();
        }, () -> {
        });
    }

    private SpringAiReply answer(Runnable request, Runnable cancel)
            throws HarnessException, InterruptedException, CallFailure {
        requireTime();
        Thread thread = world.start("waggle-chat-model-call", TraceSpan.current().wrap(() -> {
            try {
                request.run();
            } catch (Throwable failure) {
                boolean _ = outcome.completeExceptionally(failure);
            }
        }));
        try {
            await();
            return outcome.join();
        } catch (CompletionException failed) {
            throw new CallFailure(failed.getCause() == null ? failed : failed.getCause());
        } finally {
            boolean isGivenUp = outcome.cancel(true);
            if (isGivenUp) {
                cancel.run();
                thread.interrupt();
            }
            if (isGivenUp || run.length() > 0) {
                run.markChargeable();
            }
        }
    }

    private void await() throws HarnessException, InterruptedException {
        while (!outcome.isDone()) {
            long endOfTime = context.deadline().nanos();
            long endOfSilence = lastPiece.get() + SILENCE.toNanos();
            if (world.awaitUntil(outcome, endOfTime - endOfSilence < 0 ? endOfTime : endOfSilence)) {
                return;
            }
            requireTime();
            if (lastPiece.get() + SILENCE.toNanos() - world.nanos() <= 0) {
                throw HarnessException.of(HarnessFailure.Kind.STALLED,
                        "nothing came for " + SILENCE.toSeconds() + " seconds");
            }
        }
    }

    private void requireTime() throws HarnessException {
        if (context.deadline().isExpired()) {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "there was no time left for the answer");
        }
    }

    private void complete() {
        boolean _ = outcome.complete(new SpringAiReply(usage, finishReason));
    }

    /** Takes a piece; after the call was given up, it is dropped. */
    private synchronized void hear(ChatResponse piece) {
        if (outcome.isDone()) {
            return;
        }
        lastPiece.set(world.nanos());
        TokenUsage counted = counted(piece.getMetadata().getUsage());
        usage = counted == null ? usage : counted;
        Generation result = piece.getResult();
        if (result != null) {
            String text = result.getOutput().getText();
            if (text != null) {
                run.text(run.admit(text));
            }
            String reason = result.getMetadata().getFinishReason();
            finishReason = reason == null || reason.isBlank() ? finishReason : reason;
        }
    }

    private static @Nullable TokenUsage counted(@Nullable Usage usage) {
        if (usage == null) {
            return null;
        }
        int input = number(usage.getPromptTokens());
        int output = number(usage.getCompletionTokens());
        if (input < 0 || output < 0 || input + output == 0) {
            return null;
        }
        return new TokenUsage(input, output, (double) input + output);
    }

    private static int number(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }

    /** Subscriber of the pieces; it cancels the stream when the output limit is reached. */
    private final class PieceSubscriber extends BaseSubscriber<ChatResponse> {

        @Override
        protected void hookOnNext(ChatResponse piece) {
            hear(piece);
            if (run.isCut()) {
                cancel();
                complete();
            }
        }

        @Override
        protected void hookOnComplete() {
            complete();
        }

        @Override
        protected void hookOnError(Throwable failure) {
            boolean _ = outcome.completeExceptionally(failure);
        }
    }
}
