package dev.waggle.signal.bus;

/** Thrown when too many signals wait for delivery, or everything in history is held. Nothing was stored. */
public final class BusFullException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    BusFullException(String message) {
        super(message);
    }
}
