package dev.waggle.signal.connectivity;

/** Thrown when there is no room; nothing changed, and a later retry may succeed. */
public final class CapacityException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public CapacityException(String message) {
        super(message);
    }
}
