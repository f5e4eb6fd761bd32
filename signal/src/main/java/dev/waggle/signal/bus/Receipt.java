package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;

/** What became of a publish. */
public sealed interface Receipt {

    /** It is in the log; delivery is done or, inside a delivery, queued behind the current one. */
    record Published(LogEntry entry) implements Receipt {}

    /** It was over before it was published; nothing of it is kept. */
    record Expired(Signal signal) implements Receipt {}
}
