package dev.waggle.signal.embedding;

import java.io.IOException;
import java.util.Objects;

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
