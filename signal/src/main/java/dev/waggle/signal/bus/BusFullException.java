package dev.waggle.signal.bus;

/** The bus has no room: too much waits for delivery, or everything in history is held. Nothing was taken. */
public final class BusFullException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    BusFullException(String message) {
        super(message);
    }
}
