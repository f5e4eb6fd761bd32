package dev.waggle.signal.connectivity;

/** Thrown when no signal has that id. */
public final class SignalNotFoundException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public SignalNotFoundException(String message) {
        super(message);
    }
}
