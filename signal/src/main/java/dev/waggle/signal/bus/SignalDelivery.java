package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** A signal on its way to those who subscribed when it was published. */
final class SignalDelivery extends Delivery {

    private final LogEntry entry;
    private final @Nullable Departure departed;
    private final @Nullable ConflictPair conflict;
    private final Route[] routes;
    private final Onlooker onlooker;

    /**
     * @param cause what was told when it was published, if anything
     * @param departed what left history for it, if anything did
     * @param conflict what it contradicts, if anything
     * @param routes a shared snapshot that nobody changes
     */
    SignalDelivery(@Nullable Delivery cause, LogEntry entry, @Nullable Departure departed,
            @Nullable ConflictPair conflict, Route[] routes, Onlooker onlooker) {
        super(cause);
        this.entry = entry;
        this.departed = departed;
        this.conflict = conflict;
        this.routes = routes;
        this.onlooker = onlooker;
    }

    LogEntry entry() {
        return entry;
    }

    @Nullable ConflictPair conflict() {
        return conflict;
    }

    @Override
    String name() {
        return entry.signal().id();
    }

    @Override
    void tell() {
        Signal signal = entry.signal();
        if (departed != null) {
            onlooker.departed(departed);
        }
        if (conflict != null) {
            onlooker.conflict(conflict);
        }
        onlooker.callAll(routes, signal);
        onlooker.emitted(signal);
    }
}
