package dev.waggle.journal.signals;

import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.signal.Signal;

/**
 * The receipt of a signal that is generated later.
 *
 * @param delayed the signal and its time, on the disk
 */
public record ScheduledSignal(DelayedSignal delayed) implements SignalReceipt {

    @Override
    public Signal signal() {
        return delayed.signal();
    }
}
