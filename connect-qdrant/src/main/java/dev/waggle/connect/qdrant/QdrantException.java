package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Failure of a call of Qdrant. Its message names the address and a remedy, and never the key. */
public final class QdrantException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    QdrantException(Kind kind, String message) {
        this(kind, message, null, null);
    }

    QdrantException(Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public Kind kind() {
        return kind;
    }

    /** Wait that the server requests, if it does. */
    @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /** Kind of failure. */
    public enum Kind {
        /** No connection, or it broke before the answer ended. */
        UNREACHABLE(true),
        /** No answer within the timeout; a write may have happened. */
        SLOW(false),
        /** The server has too many requests. */
        BUSY(true),
        /** The server failed. */
        BROKEN(true),
        /** The circuit breaker is open; nothing was sent. */
        PAUSED(false),
        /** The key is missing, wrong or not allowed to do that. */
        KEY(false),
        /** There is no such collection. */
        NOT_FOUND(false),
        /** The collection exists already. */
        EXISTS(false),
        /** The request or its answer is larger than the limit. */
        TOO_LARGE(false),
        /** The server refuses the request. */
        REFUSED(false),
        /** The answer is not that of a Qdrant server. */
        UNREADABLE(false),
        /** The collection has vectors of another size or model than the embedder. */
        MISMATCH(false),
        /** Others changed the same memory before each attempt. */
        CONTENDED(false);

        private final boolean repeatable;

        Kind(boolean repeatable) {
            this.repeatable = repeatable;
        }

        /** True if another attempt at once may succeed. */
        boolean repeatable() {
            return repeatable;
        }
    }
}
