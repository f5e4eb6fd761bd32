package dev.waggle.signal.connectivity;

/** The layer refused; nothing changed. */
public class ConnectivityException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ConnectivityException(String message) {
        super(message);
    }
}
