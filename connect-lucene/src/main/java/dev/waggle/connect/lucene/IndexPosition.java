package dev.waggle.connect.lucene;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.memory.MemoryMark;

/**
 * Place in the log that an index has reached.
 *
 * @param mark the mark behind the last entry in it
 * @param sum checksum of that entry
 * @param tick number of decays that counted
 * @param decayedAt time of the last of them, in milliseconds since 1970; -1 before the first
 */
record IndexPosition(MemoryMark mark, long sum, long tick, long decayedAt) {

    /** An empty index. */
    static final IndexPosition START = new IndexPosition(MemoryMark.START, 0, 0, -1);

    /** Version of the fields of an index; another one is built anew. */
    private static final String VERSION = "1";

    /** The data of a commit. */
    Map<String, String> data() {
        Map<String, String> data = new LinkedHashMap<>();
        data.put("version", VERSION);
        data.put("number", Long.toString(mark.number()));
        data.put("offset", Long.toString(mark.offset()));
        data.put("sum", Long.toString(sum));
        data.put("tick", Long.toString(tick));
        data.put("decayedAt", Long.toString(decayedAt));
        return data;
    }

    /** The position in the data of a commit; empty for those of another version. */
    static Optional<IndexPosition> of(Map<String, String> data) {
        if (!VERSION.equals(data.get("version"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new IndexPosition(new MemoryMark(number(data, "number"), number(data, "offset")),
                    number(data, "sum"), number(data, "tick"), number(data, "decayedAt")));
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }

    private static long number(Map<String, String> data, String name) {
        return Long.parseLong(data.getOrDefault(name, ""));
    }
}
