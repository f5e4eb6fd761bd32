package dev.waggle.signal.transcript;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of a model and its outcome.
 *
 * @param id the id of the call, as stated by the harness
 * @param name the tool; null where the call did not name it
 * @param input the arguments; null where the call had none
 * @param status the progress of the call
 * @param result the result; null while it is pending and where there is none
 * @param error the error message; null unless it failed
 */
public record ToolCallState(String id, @Nullable String name, @Nullable JsonValue input, Status status,
        @Nullable JsonValue result, @Nullable String error) {

    /** Progress of a tool call. */
    public enum Status {
        PENDING, COMPLETE, ERROR
    }

    static ToolCallState pending(String id, @Nullable String name, @Nullable JsonValue input) {
        return new ToolCallState(id, name, input, Status.PENDING, null, null);
    }

    /** Returns the same call with its outcome; an empty error is none. */
    ToolCallState answered(@Nullable JsonValue itsResult, @Nullable String itsError) {
        boolean failed = itsError != null && !itsError.isEmpty();
        return new ToolCallState(id, name, input, failed ? Status.ERROR : Status.COMPLETE, itsResult,
                failed ? itsError : null);
    }
}
