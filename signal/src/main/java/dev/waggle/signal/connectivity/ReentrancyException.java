package dev.waggle.signal.connectivity;

/** Callbacks that cause each other went too far; the innermost operation was refused and nothing changed. */
public final class ReentrancyException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public ReentrancyException(String message) {
        super(message);
    }
}
