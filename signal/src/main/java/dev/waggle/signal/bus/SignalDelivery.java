package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A signal on its way to those who subscribed when it was published, and its place among those that cause each other: a
 * chain leads from a signal from outside, the root, to each that its delivery sets off; all of them are its cascade.
 */
final class SignalDelivery implements Delivery {

    static final int MAX_CHAIN = 1000;
    static final int MAX_CASCADE = 100_000;

    private final LogEntry entry;
    private final @Nullable Departure departed;
    private final @Nullable ConflictPair conflict;
    private final Route[] routes;
    private final Onlooker onlooker;
    private final @Nullable SignalDelivery cause;
    private final int link;

    /** Of a root: how many it has set off, itself counted. Guarded by the lock of the bus. */
    private int cascadeSize = 1;

    /**
     * @param departed what left history for it, if anything did
     * @param conflict what it contradicts, if anything
     * @param routes a shared snapshot that nobody changes
     * @param cause the root of its cascade, or {@code null} when it is from outside
     * @param link its place in its chain, from 1
     */
    SignalDelivery(LogEntry entry, @Nullable Departure departed, @Nullable ConflictPair conflict, Route[] routes,
            Onlooker onlooker, @Nullable SignalDelivery cause, int link) {
        this.entry = entry;
        this.departed = departed;
        this.conflict = conflict;
        this.routes = routes;
        this.onlooker = onlooker;
        this.cause = cause;
        this.link = link;
    }

    LogEntry entry() {
        return entry;
    }

    @Nullable ConflictPair conflict() {
        return conflict;
    }

    int link() {
        return link;
    }

    @Override
    public SignalDelivery root() {
        return cause == null ? this : cause;
    }

    /** Refuses one more that this one causes when the chain to it, or the cascade, would be too long. */
    void requireRoomFor(Signal signal) {
        if (link == MAX_CHAIN) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + (MAX_CHAIN + 1) + " in a chain of signals that cause each other"
                    + "\nMaybe a subscriber answers its own signals.");
        }
        if (root().cascadeSize == MAX_CASCADE) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + (MAX_CASCADE + 1) + " in the cascade that " + root().entry.signal().id()
                    + " set off\nMaybe subscribers answer each other.");
        }
    }

    void countCaused() {
        root().cascadeSize++;
    }

    @Override
    public void tell() {
        Signal signal = entry.signal();
        if (departed != null) {
            onlooker.departed(departed);
        }
        if (conflict != null) {
            onlooker.conflict(conflict);
        }
        for (Route route : routes) {
            onlooker.call(route, signal);
        }
        onlooker.emitted(signal);
    }
}
