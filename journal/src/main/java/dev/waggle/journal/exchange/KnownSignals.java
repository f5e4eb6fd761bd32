package dev.waggle.journal.exchange;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/**
 * The signals that a journal held before an import, so that an import that is repeated appends only the rest. Each of
 * them matches one signal of the file, so a file that holds a signal twice is imported twice and known twice.
 *
 * <p>A signal is known when one with the same id and content is there. The origin does not count, and neither does the
 * time when the file names none, because an import adds them. In memory are a hash of each id and the number of its entry; contents are read again. Owned
 * by one thread.
 */
final class KnownSignals {

    private static final int CHUNK = 1_000;
    private static final String TIME = "createdAt";
    private static final String EXTENSIONS = "extensions";

    private final Journal journal;
    private final Map<Integer, Deque<Long>> entries = new HashMap<>();

    /** The signals of a journal as it is now. */
    KnownSignals(Journal journal) {
        this.journal = journal;
        long from = 1;
        for (List<LogEntry> read = journal.read(from, CHUNK); !read.isEmpty(); read = journal.read(from, CHUNK)) {
            read.forEach(entry -> entries.computeIfAbsent(entry.signal().id().hashCode(), _ -> new ArrayDeque<>(1))
                    .add(entry.sequence()));
            from = read.getLast().sequence() + 1;
        }
    }

    /** True if that signal is known; then its entry matches no further one. {@code now} is the time for those without. */
    boolean take(Signal signal, Instant now) {
        Deque<Long> candidates = entries.get(signal.id().hashCode());
        if (candidates == null) {
            return false;
        }
        boolean isTimed = !signal.time().equals(now);
        JsonValue content = content(signal, isTimed);
        for (Long sequence : candidates) {
            List<LogEntry> known = journal.read(sequence, 1);
            if (!known.isEmpty() && content.equals(content(known.getFirst().signal(), isTimed))) {
                return candidates.remove(sequence);
            }
        }
        return false;
    }

    private static JsonValue content(Signal signal, boolean isTimed) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(SignalCodec.encode(signal).fields());
        if (!isTimed) {
            fields.remove(TIME);
        }
        Map<String, JsonValue> extensions = new LinkedHashMap<>(signal.extensions());
        extensions.remove(JournalImporter.ORIGIN);
        fields.put(EXTENSIONS, JsonValue.of(extensions));
        return JsonValue.of(fields);
    }
}
