package dev.waggle.journal.schema;

import dev.waggle.signal.JsonValue;

/** Whether a value is a signal: the same verdict that its schema gives and its decoder. */
public final class SignalGuard {

    private SignalGuard() {}

    /** Whether {@link dev.waggle.journal.SignalCodec} reads the value. */
    public static boolean isSignal(JsonValue value) {
        return JsonSchemas.accepts("envelope", value);
    }

    /**
     * Whether the value is a signal of seed 004: texts {@code id} and {@code name}, a {@code payload} of any value, null
     * included, a UTC {@code timestamp} that exists and, if at all, a {@code source} of texts {@code agent}, {@code
     * harness} and {@code parent}. Further fields are fine.
     */
    public static boolean isHarnessSignal(JsonValue value) {
        return JsonSchemas.accepts("form/harness", value);
    }
}
