package dev.waggle.signal.bridge;

import java.time.Instant;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * Writes the facts of a connectivity layer into the one log of a bus: its journal holds them once, in order with
 * everything else, and the bus tells whoever subscribes to them, after the layer let go of its locks. What subscribers
 * do with them cannot fail the layer; a bus that is full or closed, or a journal that cannot write, refuses the fact, and
 * with it what the layer was asked.
 */
public final class BusLedger implements FactLedger {

    private final SignalBus bus;

    public BusLedger(SignalBus bus) {
        this.bus = bus;
    }

    /** Waits where publishers wait. */
    @Override
    public void awaitRoom() {
        bus.requireRoom();
    }

    /** The bus says when it was recorded. */
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
