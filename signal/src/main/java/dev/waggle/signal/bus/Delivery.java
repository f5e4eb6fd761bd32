package dev.waggle.signal.bus;

import org.jspecify.annotations.Nullable;

/** Something that observers or subscribers are told, in its turn. */
interface Delivery {

    void tell();

    /** The signal from outside that set it off, or {@code null} for news of the bus itself. */
    default @Nullable SignalDelivery root() {
        return null;
    }
}
