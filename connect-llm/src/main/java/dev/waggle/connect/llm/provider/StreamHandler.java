package dev.waggle.connect.llm.provider;

import java.util.concurrent.CompletableFuture;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.signal.harness.HarnessRun;

/**
 * Handler of one streamed answer. Pieces go to the run as they come. The first of answer and error is the outcome.
 * After it, or after the call was abandoned, everything is ignored.
 */
final class StreamHandler implements StreamingChatResponseHandler {

    /** The longest answer with its thinking and the arguments of its calls, in characters: a thick book. */
    public static final int MAX_CHARACTERS = 1_000_000;

    private final HarnessRun run;
    private final CompletableFuture<ChatResponse> outcome = new CompletableFuture<>();
    private long ofCalls;

    StreamHandler(HarnessRun run) {
        this.run = run;
    }

    CompletableFuture<ChatResponse> outcome() {
        return outcome;
    }

    @Override
    public void onPartialResponse(String piece) {
        if (fitsLimit(piece)) {
            notifyRun(() -> run.text(piece));
        }
    }

    @Override
    public void onPartialThinking(PartialThinking piece) {
        if (fitsLimit(piece.text())) {
            notifyRun(() -> run.thinking(piece.text()));
        }
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece) {
        if (fitsLimit(piece.partialArguments())) {
            ofCalls += piece.partialArguments().length();
        }
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall call) {
        var _ = fitsLimit(call.toolExecutionRequest().arguments());
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        outcome.complete(response);
    }

    @Override
    public void onError(Throwable failure) {
        outcome.completeExceptionally(failure);
    }

    /** Notifies the run and ends the call if the run throws; the library would ignore that. */
    private void notifyRun(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error failure) {
            outcome.completeExceptionally(failure);
        }
    }

    /** True if the piece is within the limit. One beyond it ends the call. */
    private boolean fitsLimit(String piece) {
        if (outcome.isDone()) {
            return false;
        }
        if (run.length() + ofCalls + piece.length() > MAX_CHARACTERS) {
            outcome.completeExceptionally(
                    new TransportException(new TransportError.TooLarge(MAX_CHARACTERS + " characters")));
            return false;
        }
        return true;
    }
}
