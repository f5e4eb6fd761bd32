package dev.waggle.signal.connectivity;

import java.time.Instant;
import java.util.Optional;

import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/**
 * Log of the facts of a layer, each appended as an ordinary signal before it is applied. Appending is done under the
 * lock of one thread of the layer, so it must not call back into the layer. The layer calls {@link #settled}
 * afterwards without any lock, and there a ledger may notify others.
 */
public interface FactLedger {

    /**
     * Emitter of every fact, independent of the claimed source of the signal. A restore accepts facts of this emitter
     * only. So other signals of the same types, on a shared bus, do not become part of the layer.
     */
    Emission EMISSION = Emission.by("connectivity");

    /** The type, in the connectivity family, of the fact that ends a thread. */
    String THREAD_CLOSED = "lifecycle.closed";

    /**
     * Waits for room. Called once before each operation that appends, without any lock, so a ledger may wait here,
     * which it cannot in {@link #append}. When this throws, the layer refuses the operation and nothing has changed.
     */
    default void awaitRoom() {}

    /** Appends a fact; throws when it is not in the log, and then the layer refuses the operation. */
    LogEntry append(Signal signal, Emission emission, Instant recordedAt);

    /** Permits the delivery of the appended facts. */
    void settled();

    /**
     * Returns the thread that an entry ended: the layer's earlier facts about it are obsolete. Empty for every other
     * entry, and for entries of other emitters.
     */
    static Optional<String> endedThread(LogEntry entry) {
        return entry.emission().equals(EMISSION)
                && entry.signal().type().equals(new SignalType(Profile.CONNECTIVITY, THREAD_CLOSED))
                        ? Optional.ofNullable(entry.signal().scope().thread())
                        : Optional.empty();
    }

    /** Writes to a journal and notifies no subscriber. */
    static FactLedger of(Journal journal) {
        return new FactLedger() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                return journal.append(signal, emission, recordedAt);
            }

            @Override
            public void settled() {}
        };
    }

    /** Numbers the facts and discards them, for a layer that lives as long as its process. */
    static FactLedger silent() {
        return of(Journal.silent());
    }
}
