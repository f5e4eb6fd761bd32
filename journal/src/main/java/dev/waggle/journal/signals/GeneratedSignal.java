package dev.waggle.journal.signals;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;

/**
 * The receipt of a signal.
 *
 * @param entry the signal and its place in the log
 * @param durability its state on disk
 */
public record GeneratedSignal(LogEntry entry, Durability durability) implements SignalReceipt {

    @Override
    public Signal signal() {
        return entry.signal();
    }
}
