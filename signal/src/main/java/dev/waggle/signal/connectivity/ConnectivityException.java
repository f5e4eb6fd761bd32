package dev.waggle.signal.connectivity;

/** Thrown when the layer refuses an operation; nothing changed. */
public class ConnectivityException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ConnectivityException(String message) {
        super(message);
    }
}
