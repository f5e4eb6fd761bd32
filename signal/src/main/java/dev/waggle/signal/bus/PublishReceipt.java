package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Result of a publish. */
public sealed interface PublishReceipt {

    /**
     * The signal is in the log; delivery is done or queued behind the current delivery.
     *
     * @param entry the log entry
     * @param conflict the conflict signal that the bus published right after it, if it caused one
     */
    record Published(LogEntry entry, @Nullable LogEntry conflict) implements PublishReceipt {}

    /** The signal had expired before it was published; nothing of it is stored. */
    record Expired(Signal signal) implements PublishReceipt {}

    /** A retained signal has its id; nothing of this one is stored. */
    record Duplicate(Signal signal, Signal retained) implements PublishReceipt {}
}
