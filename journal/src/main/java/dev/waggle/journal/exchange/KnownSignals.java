package dev.waggle.journal.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

/**
 * The signals that a journal held before an import, so that an import that is repeated appends only the rest. Each of
 * them matches one signal of the file, so a file that holds a signal twice is imported twice and known twice.
 *
 * <p>A signal is known when one with the same id and content is there. The origin does not count, and neither does the
 * time when the file names none, because an import adds them. In memory are a hash of each id and the number of its
 * entry, and a digest of each content whose id the file has. Owned by one thread.
 */
final class KnownSignals {

    private static final int CHUNK = 1_000;
    private static final String TIME = "createdAt";
    private static final String EXTENSIONS = "extensions";

    private final Journal journal;
    /** Numbers of the entries by the hash of their id. */
    private final Map<Integer, List<Long>> entries = new HashMap<>();
    /** The same by the digest of their content too, once an id of the file asks for it. */
    private final Map<Integer, Map<Long, Deque<Long>>> timed = new HashMap<>();
    private final Map<Integer, Map<Long, Deque<Long>>> untimed = new HashMap<>();
    private final Set<Long> taken = new HashSet<>();

    /** The signals of a journal as it is now. */
    KnownSignals(Journal journal) {
        this.journal = journal;
        long from = 1;
        for (List<LogEntry> read = journal.read(from, CHUNK); !read.isEmpty(); read = journal.read(from, CHUNK)) {
            read.forEach(entry -> entries.computeIfAbsent(entry.signal().id().hashCode(), _ -> new ArrayList<>(1))
                    .add(entry.sequence()));
            from = read.getLast().sequence() + 1;
        }
    }

    /** True if that signal is known; then its entry matches no further one. {@code now} is the time for those without. */
    boolean take(Signal signal, Instant now) {
        int id = signal.id().hashCode();
        List<Long> candidates = entries.get(id);
        if (candidates == null) {
            return false;
        }
        boolean isTimed = !signal.time().equals(now);
        Deque<Long> same = (isTimed ? timed : untimed).computeIfAbsent(id, _ -> byContent(candidates, isTimed))
                .get(digest(signal, isTimed));
        while (same != null && !same.isEmpty()) {
            if (taken.add(same.remove())) {
                return true;
            }
        }
        return false;
    }

    /** Reads each candidate once, however often its id occurs in the file; neighbours are read together. */
    private Map<Long, Deque<Long>> byContent(List<Long> candidates, boolean isTimed) {
        Map<Long, Deque<Long>> known = new HashMap<>();
        for (int at = 0; at < candidates.size();) {
            long first = candidates.get(at);
            int count = 1;
            while (count < CHUNK && at + count < candidates.size() && candidates.get(at + count) == first + count) {
                count++;
            }
            for (LogEntry entry : journal.read(first, count)) {
                known.computeIfAbsent(digest(entry.signal(), isTimed), _ -> new ArrayDeque<>(1))
                        .add(entry.sequence());
            }
            at += count;
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
