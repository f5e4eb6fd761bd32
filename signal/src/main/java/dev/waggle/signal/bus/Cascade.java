package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;

/** A signal from outside and how many it has set off, itself counted. Guarded by the lock of the bus. */
final class Cascade {

    static final int MAX_CHAIN = 1000;
    static final int MAX_SIZE = 100_000;

    private final String rootId;
    private int size;

    Cascade(String rootId) {
        this.rootId = rootId;
    }

    /** Refuses one more when the chain to it, or the cascade, would be too long. */
    void requireRoom(Signal signal, int link) {
        if (link > MAX_CHAIN) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + link + " in a chain of signals that cause each other"
                    + "\nMaybe a subscriber answers its own signals.");
        }
        if (size == MAX_SIZE) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + (MAX_SIZE + 1) + " in the cascade that " + rootId + " set off"
                    + "\nMaybe subscribers answer each other.");
        }
    }

    void add() {
        size++;
    }
}
