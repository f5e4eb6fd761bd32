package dev.waggle.journal.delayed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/**
 * Search of the end of a log for signals of certain ids.
 *
 * @param after the entry before the first that can be one of them
 */
record DelaySearch(Set<String> ids, long after) {

    /** Entries of the log that are read at a time. */
    private static final int CHUNK = 1_000;

    DelaySearch {
        ids = Set.copyOf(ids);
    }

    /** The ids that the log has, in its order. Reading ends with the last of them. */
    List<String> in(Journal log) {
        List<String> found = new ArrayList<>();
        Set<String> missing = new HashSet<>(ids);
        long from = after + 1;
        while (!missing.isEmpty()) {
            List<LogEntry> read = log.read(from, CHUNK);
            if (read.isEmpty()) {
                break;
            }
            for (LogEntry entry : read) {
                if (missing.remove(entry.signal().id())) {
                    found.add(entry.signal().id());
                }
            }
            from = read.getLast().sequence() + 1;
        }
        return found;
    }
}
