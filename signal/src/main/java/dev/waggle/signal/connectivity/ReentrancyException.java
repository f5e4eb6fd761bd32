package dev.waggle.signal.connectivity;

/** Thrown when nested callbacks exceed a limit; the innermost operation was refused and nothing changed. */
public final class ReentrancyException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public ReentrancyException(String message) {
        super(message);
    }
}
