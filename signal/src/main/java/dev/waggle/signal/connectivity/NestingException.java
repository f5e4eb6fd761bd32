package dev.waggle.signal.connectivity;

/** Callbacks that cause each other went too far; the innermost operation was refused and nothing changed. */
public final class NestingException extends ConnectivityException {

    private static final long serialVersionUID = 1;

    public NestingException(String message) {
        super(message);
    }
}
