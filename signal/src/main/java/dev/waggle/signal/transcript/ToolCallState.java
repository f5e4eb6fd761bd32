package dev.waggle.signal.transcript;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of a model, and what became of it.
 *
 * @param id which call, as the harness names it
 * @param name the tool; null where the call did not say
 * @param input what it was called with; null where the call did not say
 * @param status how far it is
 * @param result what it answered; null while it is pending and where it answered nothing
 * @param error why it failed; null unless it did
 */
public record ToolCallState(String id, @Nullable String name, @Nullable JsonValue input, Status status,
        @Nullable JsonValue result, @Nullable String error) {

    /** How far a tool call is. */
    public enum Status {
        PENDING, COMPLETE, ERROR
    }

    static ToolCallState pending(String id, @Nullable String name, @Nullable JsonValue input) {
        return new ToolCallState(id, name, input, Status.PENDING, null, null);
    }

    /** The same call with its outcome; an empty error is none. */
    ToolCallState answered(@Nullable JsonValue itsResult, @Nullable String itsError) {
        boolean failed = itsError != null && !itsError.isEmpty();
        return new ToolCallState(id, name, input, failed ? Status.ERROR : Status.COMPLETE, itsResult,
                failed ? itsError : null);
    }
}
