package dev.waggle.connect.langchain4j;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Handler of one answer. Pieces go to the run as they come. The first of answer and error is the outcome. After it, or
 * after the call was given up, everything is dropped. An answer beyond its output limit is cut: the heard part is the
 * outcome, and the stream is cancelled.
 *
 * <p>The library reports one piece after the other, on threads of its own; the caller waits on another. So every field
 * is atomic or volatile, and no lock is held while the run, which has its own, or the library is called.
 */
final class ChatReplyHandler implements StreamingChatResponseHandler {

    /** The longest answer with its thinking and the arguments of its calls, in characters: a thick book. */
    static final int MAX_CHARACTERS = 1_000_000;

    private final HarnessRun run;
    private final World world;
    private final CompletableFuture<ChatResponse> outcome = new CompletableFuture<>();
    private final AtomicLong ofCalls = new AtomicLong();
    private final PartialToolCalls calls = new PartialToolCalls();
    private volatile long lastPiece;
    private volatile boolean output;
    private volatile boolean ended;
    private volatile @Nullable StreamingHandle handle;

    ChatReplyHandler(HarnessRun run, World world) {
        this.run = run;
        this.world = world;
        lastPiece = world.nanos();
    }

    CompletableFuture<ChatResponse> outcome() {
        return outcome;
    }

    /** True if any output of the model came. */
    boolean hasOutput() {
        return output;
    }

    /** True if pieces of tool calls came. */
    boolean hasPartialCalls() {
        return !calls.isEmpty();
    }

    /** Time of the last piece; the time of the request before the first. */
    long lastPieceNanos() {
        return lastPiece;
    }

    /** Drops all that comes from now on. Returns true if the library had not ended the answer, and is to be stopped. */
    boolean stop() {
        outcome.cancel(false);
        if (!ended) {
            cancel(handle);
        }
        return !ended;
    }

    @Override
    public void onPartialResponse(String piece) {
        var _ = notifyRun(piece, run::text);
        endIfCut();
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        onHandle(context.streamingHandle());
        onPartialResponse(piece.text());
    }

    @Override
    public void onPartialThinking(PartialThinking piece) {
        var _ = notifyRun(piece.text(), run::thinking);
        endIfCut();
    }

    @Override
    public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
        onHandle(context.streamingHandle());
        onPartialThinking(piece);
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece) {
        calls.add(piece, this::notifyOfCall);
        endIfCut();
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
        onHandle(context.streamingHandle());
        onPartialToolCall(piece);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        ended = true;
        if (response == null) { // A model of the user's own may return nothing.
            outcome.completeExceptionally(
                    HarnessException.of(HarnessFailure.Kind.MALFORMED, "the library returned no answer"));
            return;
        }
        output = true;
        outcome.complete(response);
    }

    @Override
    public void onError(Throwable failure) {
        ended = true;
        outcome.completeExceptionally(failure);
    }

    /** Takes the handle of the stream. One of an answer that is not wanted any more is cancelled at once. */
    private void onHandle(@Nullable StreamingHandle given) {
        handle = given;
        if (outcome.isDone() && !ended) {
            cancel(given);
        }
    }

    /** Passes a piece on as far as the output limit admits it. If the run throws, the library would ignore that. */
    private String notifyRun(@Nullable String piece, Consumer<String> consumer) {
        if (piece == null || outcome.isDone()) {
            return "";
        }
        lastPiece = world.nanos();
        if (piece.isEmpty()) { // Some providers open a stream with a piece of a role alone.
            return "";
        }
        output = true;
        int room = (int) Math.max(0, MAX_CHARACTERS - run.length() - ofCalls.get());
        try {
            String admitted = run.admit(piece.substring(0, Math.min(piece.length(), room + 1)));
            if (admitted.length() > room) {
                outcome.completeExceptionally(tooLarge());
                return "";
            }
            consumer.accept(admitted);
            return admitted;
        } catch (RuntimeException | Error failure) {
            outcome.completeExceptionally(failure);
            return "";
        }
    }

    private String notifyOfCall(String piece) {
        return notifyRun(piece, admitted -> ofCalls.addAndGet(admitted.length()));
    }

    /** Ends an answer that was cut with what was heard of it, so that the stream is cancelled. */
    private void endIfCut() {
        if (run.isCut() && !outcome.isDone()) {
            outcome.complete(ChatResponse.builder().finishReason(FinishReason.LENGTH)
                    .aiMessage(AiMessage.builder().text(run.textSoFar()).toolExecutionRequests(calls.heard()).build())
                    .build());
        }
    }

    private static HarnessException tooLarge() {
        return HarnessException.of(HarnessFailure.Kind.TOO_LARGE,
                "the model sent more than " + MAX_CHARACTERS + " characters; the call was given up");
    }

    /** Cancels a stream on a thread of its own, so that a library that hangs delays no caller. */
    private static void cancel(@Nullable StreamingHandle stream) {
        if (stream != null) {
            Thread.ofVirtual().name("waggle-chat-model-cancel").start(() -> {
                try {
                    stream.cancel();
                } catch (RuntimeException unable) {
                    // The call has failed already, with the reason that people need.
                }
            });
        }
    }
}
