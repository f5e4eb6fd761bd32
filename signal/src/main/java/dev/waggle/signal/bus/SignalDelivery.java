package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A signal on its way to those who subscribed when it was published.
 *
 * @param entry what the log holds
 * @param departed what left history for it, if anything did
 * @param conflict what it contradicts, if anything
 * @param routes a shared snapshot that nobody changes
 * @param link its place in the chain of signals that cause each other, from 1
 * @param cascade what it belongs to
 * @param onlooker who calls and tells
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record SignalDelivery(LogEntry entry, @Nullable Delivery departed, @Nullable ConflictPair conflict, Route[] routes,
        int link, Cascade cascade, Onlooker onlooker) implements Delivery {

    @Override
    public void tell() {
        Signal signal = entry.signal();
        if (departed != null) {
            departed.tell();
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
