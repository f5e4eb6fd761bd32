package dev.waggle.journal.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * The signals that a journal held before an import, so that an import that is repeated appends only the rest. Each of
 * them matches one signal of the file, so a file that holds a signal twice is imported twice and known twice.
 *
 * <p>A signal is known when one with the same id and content is there. The origin does not count, and neither does the
 * time when the file names none, because an import adds them. In memory are a digest of each content and the number of
 * its entry. A digest and not a hash of the id, because a file may hold one id a million times with other contents.
 * Owned by one thread.
 */
final class KnownSignals {

    private static final int CHUNK = 1_000;
    private static final String TIME = "createdAt";
    private static final String EXTENSIONS = "extensions";

    private final Journal journal;
    private final long last;
    private final Set<Long> taken = new HashSet<>();
    private @Nullable Map<Long, Deque<Long>> timed;
    private @Nullable Map<Long, Deque<Long>> untimed;

    /** The signals of a journal with entries up to that number. */
    private KnownSignals(Journal journal, long last) {
        this.journal = journal;
        this.last = last;
    }

    /** The signals of a journal as it is now. */
    static KnownSignals of(Journal journal) {
        long last = 0;
        for (List<LogEntry> read = journal.read(1, CHUNK); !read.isEmpty(); read = journal.read(last + 1, CHUNK)) {
            last = read.getLast().sequence();
        }
        return new KnownSignals(journal, last);
    }

    /** True if that signal is known; then its entry matches no further one. {@code now} is the time for those without. */
    boolean take(Signal signal, Instant now) {
        boolean isTimed = !signal.time().equals(now);
        Deque<Long> candidates = entries(isTimed).get(digest(signal, isTimed));
        while (candidates != null && !candidates.isEmpty()) {
            if (taken.add(candidates.remove())) {
                return true;
            }
        }
        return false;
    }

    private Map<Long, Deque<Long>> entries(boolean isTimed) {
        Map<Long, Deque<Long>> known = isTimed ? timed : untimed;
        if (known == null) {
            known = indexed(isTimed);
            if (isTimed) {
                timed = known;
            } else {
                untimed = known;
            }
        }
        return known;
    }

    private Map<Long, Deque<Long>> indexed(boolean isTimed) {
        Map<Long, Deque<Long>> known = new HashMap<>();
        for (long from = 1; from <= last;) {
            List<LogEntry> read = journal.read(from, CHUNK);
            if (read.isEmpty()) {
                break;
            }
            for (LogEntry entry : read) {
                if (entry.sequence() <= last) {
                    known.computeIfAbsent(digest(entry.signal(), isTimed), _ -> new ArrayDeque<>(1))
                            .add(entry.sequence());
                }
            }
            from = read.getLast().sequence() + 1;
        }
        return known;
    }

    /** The first bytes of a cryptographic digest, which nobody makes equal for two contents by chance. */
    private static long digest(Signal signal, boolean isTimed) {
        byte[] content = JsonText.write(sorted(content(signal, isTimed))).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(sha256().digest(content)).getLong();
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

    /** The value with its fields by name, because their order does not count. */
    private static JsonValue sorted(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj object -> {
                Map<String, JsonValue> fields = new TreeMap<>();
                object.fields().forEach((name, field) -> fields.put(name, sorted(field)));
                yield JsonValue.of(fields);
            }
            case JsonValue.Arr array -> JsonValue.of(array.items().stream().map(KnownSignals::sorted).toList());
            default -> value;
        };
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
