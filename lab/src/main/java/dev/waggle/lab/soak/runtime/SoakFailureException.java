package dev.waggle.lab.soak.runtime;

import java.util.function.Supplier;

/** Wrong result of the runtime, which ends the soak. */
final class SoakFailureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SoakFailureException(String message) {
        super(message);
    }

    /** Throws unless the condition holds. */
    static void unless(boolean condition, Supplier<String> message) {
        if (!condition) {
            throw new SoakFailureException(message.get());
        }
    }
}
