package dev.waggle.signal.embedding;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Refusal of a call that a budget of embeddings does not permit; nothing was sent. */
public final class EmbeddingBudgetException extends EmbeddingException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    /**
     * Refusal with that message.
     *
     * @param retryAfter time until the budget may permit the call, or null if this process never will
     */
    public EmbeddingBudgetException(String message, @Nullable Duration retryAfter) {
        super(Objects.requireNonNull(message, "message must not be null"),
                retryAfter == null ? Remedy.CHANGE_SETTINGS : Remedy.RETRY_LATER);
        this.retryAfter = retryAfter;
    }

    /** Time until the budget may permit the call, or null if this process never will. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
