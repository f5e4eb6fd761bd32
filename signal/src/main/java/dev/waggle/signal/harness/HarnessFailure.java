package dev.waggle.signal.harness;

import java.time.Duration;

import dev.waggle.signal.json.WireConstant;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a call.
 *
 * @param kind the kind of failure
 * @param message one sentence for people, with the remedy where there is one; never a key
 * @param retryAfter the waiting time that the endpoint requests, if it does; never negative
 */
public record HarnessFailure(Kind kind, String message, @Nullable Duration retryAfter) {

    public HarnessFailure {
        HarnessPreconditions.present("kind", kind);
        HarnessPreconditions.present("message", message);
        if (retryAfter != null && retryAfter.isNegative()) {
            throw new IllegalArgumentException("retryAfter must not be negative, got " + retryAfter);
        }
    }

    public static HarnessFailure of(Kind kind, String message) {
        return new HarnessFailure(kind, message, null);
    }

    /** True if the same call may succeed later, so that a retry makes sense. */
    public boolean recoverable() {
        return kind.recoverable;
    }

    /** Kind of failure of a call. */
    public enum Kind implements WireConstant {
        /** The key is missing, wrong or not allowed. */
        AUTHENTICATION(false),
        /** The endpoint rejects the request. */
        BAD_REQUEST(false),
        /** The endpoint does not know the session any more; the whole conversation without it works. */
        UNKNOWN_SESSION(false),
        /** There is no such model. */
        UNKNOWN_MODEL(false),
        /** The model refuses to answer. */
        REFUSED(false),
        /** Too many requests; {@link HarnessFailure#retryAfter} may state the waiting time. */
        RATE_LIMITED(true),
        /** The endpoint is overloaded or failed. */
        OVERLOADED(true),
        /** There was no connection, or it broke before an answer began. */
        UNREACHABLE(true),
        /** No data arrived within the stall timeout. */
        STALLED(true),
        /** The answer broke off. */
        TRUNCATED(true),
        /** The response does not match the provider's format, for example a page of a proxy. */
        MALFORMED(false),
        /** The answer was larger than the limit. */
        TOO_LARGE(false),
        /** The deadline of the solve has passed. */
        DEADLINE(false),
        /** The caller was interrupted. */
        CANCELLED(false),
        /** The circuit of the endpoint is open after repeated failures; no request was sent. */
        CIRCUIT_OPEN(false),
        /** The budget of money or tokens is exhausted; no request was sent. */
        BUDGET(false),
        /** A replay made a request that its recording does not hold. */
        DEPARTED(false),
        /** Anything else. */
        FAILED(false);

        private final boolean recoverable;

        Kind(boolean recoverable) {
            this.recoverable = recoverable;
        }

        /** Returns the kind of a code; {@link #FAILED} for an unknown code. */
        public static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.wireName().equals(word)) {
                    return kind;
                }
            }
            return FAILED;
        }
    }
}
