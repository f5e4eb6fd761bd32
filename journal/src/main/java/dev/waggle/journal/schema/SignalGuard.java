package dev.waggle.journal.schema;

import dev.waggle.signal.json.JsonValue;

/** Type guard for signals, with the same verdict as their schema and their decoder. */
public final class SignalGuard {

    private SignalGuard() {}

    /** True if {@link dev.waggle.signal.codec.SignalCodec} reads the value. */
    public static boolean isSignal(JsonValue value) {
        return JsonSchemas.accepts("envelope", value);
    }

    /**
     * True if the value is a signal of seed 004. It has texts {@code id} and {@code name}, a {@code payload} of any
     * value, null included, and a UTC {@code timestamp} that exists. An optional {@code source} has texts {@code
     * agent}, {@code harness} and {@code parent}. Further fields are allowed.
     */
    public static boolean isHarnessSignal(JsonValue value) {
        return JsonSchemas.accepts("form/harness", value);
    }
}
