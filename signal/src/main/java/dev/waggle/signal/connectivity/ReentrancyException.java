package dev.waggle.signal.connectivity;

/** Thrown when callbacks that cause each other exceed a limit; only the innermost operation was refused. */
public final class ReentrancyException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public ReentrancyException(String message) {
        super(message);
    }
}
