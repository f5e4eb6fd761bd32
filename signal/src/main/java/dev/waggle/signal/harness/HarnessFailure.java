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
 * @param chargeable whether the endpoint had accepted the request, so that it may charge for it without any output
 * @param usage the usage that the provider reported before the failure, if it did; 0 output tokens are none reported
 */
public record HarnessFailure(Kind kind, String message, @Nullable Duration retryAfter, boolean chargeable,
        @Nullable TokenUsage usage) {

    public HarnessFailure {
        HarnessPreconditions.present("kind", kind);
        HarnessPreconditions.present("message", message);
        if (retryAfter != null && retryAfter.isNegative()) {
            throw new IllegalArgumentException("retryAfter must not be negative, got " + retryAfter);
        }
    }

    /** A failure without a reported usage; its kind says whether the endpoint had accepted the request. */
    public HarnessFailure(Kind kind, String message, @Nullable Duration retryAfter) {
        this(kind, message, retryAfter, kind.chargeable, null);
    }

    public static HarnessFailure of(Kind kind, String message) {
        return new HarnessFailure(kind, message, null);
    }

    /** The same failure, with the usage that the provider reported before it. */
    public HarnessFailure withUsage(TokenUsage reported) {
        return new HarnessFailure(kind, message, retryAfter, chargeable, reported);
    }

    /**
     * Returns the usage to charge for the failed call: the reported one, with the output estimated if none was
     * reported. Without a report it is the estimate, and nothing for a call that the endpoint did not accept.
     *
     * @param inputTokens the estimated tokens of the request
     * @param outputTokens the estimated tokens of the output that arrived
     */
    public TokenUsage charge(double inputTokens, double outputTokens) {
        if (usage == null) {
            double in = chargeable || outputTokens > 0 ? inputTokens : 0;
            return new TokenUsage(in, outputTokens, in + outputTokens);
        }
        return usage.outputTokens() > 0 || outputTokens == 0
                ? usage
                : usage.plus(new TokenUsage(0, outputTokens, outputTokens));
    }

    /** True if the same call may succeed later, so that a retry makes sense. */
    public boolean recoverable() {
        return kind.recoverable;
    }

    /**
     * True if no later call of the same harness can succeed while its configuration stays: the key or the model is
     * wrong. A repetition would fail in the same way. Another request may succeed after a bad one.
     */
    public boolean permanent() {
        return switch (kind) {
            case AUTHENTICATION, UNKNOWN_MODEL -> true;
            case BAD_REQUEST, UNKNOWN_SESSION, REFUSED, RATE_LIMITED, OVERLOADED, UNREACHABLE, STALLED, TRUNCATED,
                    MALFORMED, TOO_LARGE, DEADLINE, CANCELLED, CIRCUIT_OPEN, BUDGET, DEPARTED, FAILED ->
                false;
        };
    }

    /** Kind of failure of a call. */
    public enum Kind implements WireConstant {
        /** The key is missing, wrong or not allowed. */
        AUTHENTICATION(false, false),
        /** The endpoint rejects the request. */
        BAD_REQUEST(false, false),
        /** The endpoint does not know the session any more; the whole conversation without it works. */
        UNKNOWN_SESSION(false, false),
        /** There is no such model. */
        UNKNOWN_MODEL(false, false),
        /** The model refuses to answer. */
        REFUSED(false, true),
        /** Too many requests; {@link HarnessFailure#retryAfter} may state the waiting time. */
        RATE_LIMITED(true, false),
        /** The endpoint is overloaded or failed. */
        OVERLOADED(true, false),
        /** There was no connection, or it broke before an answer began. */
        UNREACHABLE(true, false),
        /** No data arrived within the stall timeout. */
        STALLED(true, true),
        /** The answer broke off. */
        TRUNCATED(true, true),
        /** The response does not match the provider's format, for example a page of a proxy. */
        MALFORMED(false, false),
        /** The answer was larger than the limit. */
        TOO_LARGE(false, true),
        /** The deadline of the solve has passed. */
        DEADLINE(false, false),
        /** The caller was interrupted. */
        CANCELLED(false, false),
        /** The circuit of the endpoint is open after repeated failures; no request was sent. */
        CIRCUIT_OPEN(false, false),
        /** The budget of money or tokens is exhausted; no request was sent. */
        BUDGET(false, false),
        /** A replay made a request that its recording does not hold. */
        DEPARTED(false, false),
        /** Anything else. */
        FAILED(false, false);

        private final boolean recoverable;
        /** Failures of this kind happen after the endpoint has accepted the request. */
        private final boolean chargeable;

        Kind(boolean recoverable, boolean chargeable) {
            this.recoverable = recoverable;
            this.chargeable = chargeable;
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
