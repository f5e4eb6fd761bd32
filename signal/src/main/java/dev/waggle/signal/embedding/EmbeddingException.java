package dev.waggle.signal.embedding;

import java.io.IOException;
import java.util.Objects;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import org.jspecify.annotations.Nullable;

/** Failure of an embedding: the model was not reached, refused the texts, or gave vectors that cannot be used. */
public class EmbeddingException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Remedy remedy;

    public EmbeddingException(String message, Remedy remedy) {
        this(message, remedy, null);
    }

    public EmbeddingException(String message, Remedy remedy, @Nullable Throwable cause) {
        super(message, cause);
        this.remedy = Objects.requireNonNull(remedy, "remedy must not be null");
    }

    /** The failure of a call of a model as a failure of its embedding. */
    public static EmbeddingException of(HarnessException failed) {
        HarnessFailure failure = failed.failure();
        return new EmbeddingException(failure.message(), switch (failure.kind()) {
            case RATE_LIMITED, OVERLOADED, UNREACHABLE, STALLED, TRUNCATED, DEADLINE, CANCELLED, CIRCUIT_OPEN ->
                Remedy.RETRY_LATER;
            case BAD_REQUEST, REFUSED, TOO_LARGE -> Remedy.CHANGE_TEXTS;
            case AUTHENTICATION, UNKNOWN_MODEL, UNKNOWN_SESSION, MALFORMED, BUDGET, DEPARTED, FAILED ->
                Remedy.CHANGE_SETTINGS;
        }, failed);
    }

    /** Remedy of this failure, for a caller that decides about another attempt. */
    public Remedy remedy() {
        return remedy;
    }

    /** Remedies of a failure. */
    public enum Remedy {

        /** The same call may succeed later. */
        RETRY_LATER,

        /** The texts are refused; others may be accepted. */
        CHANGE_TEXTS,

        /** The key, the name of the model or its server must be changed first. */
        CHANGE_SETTINGS,

        /** Stored vectors must be made again with this model. */
        EMBED_AGAIN
    }
}
