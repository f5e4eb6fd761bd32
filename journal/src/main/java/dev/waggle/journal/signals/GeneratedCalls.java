package dev.waggle.journal.signals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Signals that calls of tools generated, by the key of the call. A process may end between the append of a signal and
 * the storage of the tool's answer. The resumed turn makes the call again and finds its signal here, so the signal is
 * in the log once.
 *
 * <p>The key is an extension of the signal. The latest entries of the log are read once, with the first call. Thread-safe.
 */
final class GeneratedCalls {

    /** Extension of a signal with the key of the call that generated it. */
    static final String EXTENSION = "call";

    /** Number of the latest entries that are read: what concurrent turns add before a process ends is far less. */
    private static final int MAX_LOOKBACK = 10_000;

    private @Nullable Map<String, Signal> byCall;

    /** Returns the signal that this call generated before. */
    synchronized Optional<Signal> earlier(String call, SignalBroker signals) {
        return Optional.ofNullable(known(signals).get(call));
    }

    /** Keeps a generated signal, for a repetition of its call in this process. */
    synchronized void keep(String call, Signal made) {
        Map<String, Signal> known = byCall;
        if (known != null) {
            known.put(call, made);
        }
    }

    private Map<String, Signal> known(SignalBroker signals) {
        Map<String, Signal> loaded = byCall;
        if (loaded == null) {
            loaded = new HashMap<>();
            for (LogEntry entry : signals.log().select(JournalQuery.last(MAX_LOOKBACK))) {
                Optional<String> call = call(entry);
                if (call.isPresent()) {
                    loaded.putIfAbsent(call.get(), entry.signal());
                }
            }
            byCall = loaded;
        }
        return loaded;
    }

    /** The key of the call, in an entry that an agent emitted during one of its calls. */
    private static Optional<String> call(LogEntry entry) {
        return entry.emission().invocation() > 0
                && entry.signal().extensions().get(EXTENSION) instanceof JsonValue.Str(String key) ? Optional.of(key)
                        : Optional.empty();
    }
}
