package dev.waggle.journal.signals;

import dev.waggle.signal.Signal;

/** Receipt of a request: the log has the signal, or the schedule has it. */
public sealed interface SignalReceipt permits GeneratedSignal, ScheduledSignal {

    /** The signal, with the id that it has in the log. */
    Signal signal();
}
