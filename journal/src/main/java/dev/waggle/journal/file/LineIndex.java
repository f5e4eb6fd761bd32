package dev.waggle.journal.file;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Where in the file some of the entries begin: every {@value #ENTRIES_APART}th, and more where lines are long, so that
 * any entry is found after skipping few. Costs about one byte of memory per entry. Owned by whoever owns the journal's
 * lock.
 */
final class LineIndex {

    private static final int ENTRIES_APART = 64;
    private static final long BYTES_APART = 1024 * 1024;

    private final NavigableMap<Long, Long> offsets = new TreeMap<>();

    /** Notes that the entry begins there; entries come in order. */
    void note(long sequence, long offset) {
        Map.Entry<Long, Long> last = offsets.lastEntry();
        if (last == null || sequence - last.getKey() >= ENTRIES_APART || offset - last.getValue() >= BYTES_APART) {
            offsets.put(sequence, offset);
        }
    }

    /** The nearest noted entry that is not behind that one, which must exist: its sequence number and offset. */
    Map.Entry<Long, Long> before(long sequence) {
        Map.Entry<Long, Long> entry = offsets.floorEntry(sequence);
        if (entry == null) {
            throw new IllegalStateException("entry " + sequence + " is not in the index");
        }
        return entry;
    }
}
