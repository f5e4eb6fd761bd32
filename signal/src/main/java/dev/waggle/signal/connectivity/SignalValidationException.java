package dev.waggle.signal.connectivity;

/** Thrown when a value of an emit or a query is not acceptable. */
public final class SignalValidationException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public SignalValidationException(String message) {
        super(message);
    }
}
