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
 * Where a layer writes down what happens to it, each fact as an ordinary signal, before the fact holds. Appending is done
 * under the lock of one thread of the layer, so it must not call back into the layer; {@link #settled} is called
 * afterwards without any lock, and there a ledger may tell others.
 */
public interface FactLedger {

    /**
     * Who every fact is written by, whoever the signal claims to come from. A restore takes facts of this emitter only,
     * so what others say in the words of a layer, on a bus that they share, does not become part of it.
     */
    Emission EMISSION = Emission.by("connectivity");

    /** The type, in the connectivity family, of the fact that ends a thread. */
    String THREAD_CLOSED = "lifecycle.closed";

    /**
     * Something may be appended soon. Called once before each operation that writes, without any lock, so a ledger may
     * wait here until it has room, which it cannot in {@link #append}. When this throws, the layer refuses what it was
     * asked and nothing has changed.
     */
    default void awaitRoom() {}

    /** Adds a fact; throws when it is not in the log, and then the layer refuses what it was asked. */
    LogEntry append(Signal signal, Emission emission, Instant recordedAt);

    /** What was appended may be told now. */
    void settled();

    /**
     * The thread that an entry ended: of what the layer wrote about it before, nothing counts any more. Empty for every
     * other entry, and for what others than the layer wrote.
     */
    static Optional<String> endedThread(LogEntry entry) {
        return entry.emission().equals(EMISSION)
                && entry.signal().type().equals(new SignalType(Profile.CONNECTIVITY, THREAD_CLOSED))
                        ? Optional.ofNullable(entry.signal().scope().thread())
                        : Optional.empty();
    }

    /** Writes to a journal and tells nobody. */
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

    /** Numbers what it is given and keeps nothing: for a layer that lives as long as its process. */
    static FactLedger silent() {
        return of(Journal.silent());
    }
}
