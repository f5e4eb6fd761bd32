package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/** Thrown when a harness call has no answer. */
public final class HarnessException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient HarnessFailure failure;

    public HarnessException(HarnessFailure failure) {
        this(failure, null);
    }

    public HarnessException(HarnessFailure failure, @Nullable Throwable cause) {
        super(failure.message(), cause);
        this.failure = failure;
    }

    public static HarnessException of(HarnessFailure.Kind kind, String message) {
        return new HarnessException(HarnessFailure.of(kind, message));
    }

    public HarnessFailure failure() {
        return failure;
    }
}
