package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Why a call has no answer.
 *
 * @param kind what went wrong
 * @param message one sentence for people, with the remedy where there is one; never a key
 * @param retryAfter how long the other side asks to wait, if it does; never negative
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

    /** Whether the same call may succeed later, so that trying again makes sense. */
    public boolean recoverable() {
        return kind.recoverable;
    }

    /** What can go wrong with a call. */
    public enum Kind {
        /** The key is missing, wrong or not allowed. */
        AUTHENTICATION(false),
        /** The other side does not take the request. */
        BAD_REQUEST(false),
        /** The session is not known any more; the whole conversation without it will do. */
        UNKNOWN_SESSION(false),
        /** There is no such model. */
        UNKNOWN_MODEL(false),
        /** The other side does not want to answer this. */
        REFUSED(false),
        /** Too many requests; {@link HarnessFailure#retryAfter} may say how long to wait. */
        RATE_LIMITED(true),
        /** The other side is overloaded or failed. */
        OVERLOADED(true),
        /** There was no connection, or it broke before an answer began. */
        UNREACHABLE(true),
        /** Nothing came for too long. */
        STALLED(true),
        /** The answer broke off. */
        TRUNCATED(true),
        /** What came is not what the provider's format says, for example a page of a proxy. */
        MALFORMED(false),
        /** The answer was larger than the limit. */
        TOO_LARGE(false),
        /** The solve has no time left. */
        DEADLINE(false),
        /** The caller was interrupted. */
        CANCELLED(false),
        /** The endpoint failed too often; it was not asked. */
        CIRCUIT_OPEN(false),
        /** There is no money or are no tokens left; it was not asked. */
        BUDGET(false),
        /** A replay was asked something that its recording does not hold. */
        DEPARTED(false),
        /** Anything else. */
        FAILED(false);

        private final boolean recoverable;

        Kind(boolean recoverable) {
            this.recoverable = recoverable;
        }

        /** The code in {@code harness:error}, for example {@code rate-limited}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The kind of a code; {@link #FAILED} for a word that is none. */
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
