package dev.waggle.signal.connectivity;

/** There is no room; nothing changed, and the same may be asked again later. */
public final class CapacityException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public CapacityException(String message) {
        super(message);
    }
}
