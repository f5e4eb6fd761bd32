package dev.waggle.signal.bridge;

import java.time.Instant;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * Ledger that appends the facts of a connectivity layer to the one log of a bus. The journal holds them once, in
 * order with everything else. The bus delivers them to their subscribers after the layer has released its locks.
 * Exceptions of subscribers cannot fail the layer. A full or closed bus, or a failing journal, refuses the fact and
 * with it the layer's operation.
 */
public final class BusLedger implements FactLedger {

    private final SignalBus bus;

    public BusLedger(SignalBus bus) {
        this.bus = bus;
    }

    /** Waits for room like publishers. */
    @Override
    public void awaitRoom() {
        bus.requireRoom();
    }

    /** Appends a fact; the bus sets the time of recording. */
    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        return switch (bus.enqueue(signal, emission)) {
            case PublishReceipt.Published published -> published.entry();
            case PublishReceipt.Expired _ -> throw new IllegalStateException(
                    "signal " + signal.id() + " of type " + signal.type() + " was over before it was written down");
            case PublishReceipt.Duplicate _ -> throw new IllegalStateException(
                    "signal " + signal.id() + " of type " + signal.type() + " is on the bus already");
        };
    }

    @Override
    public void settled() {
        bus.deliver();
    }
}
