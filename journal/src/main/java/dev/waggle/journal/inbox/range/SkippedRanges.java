package dev.waggle.journal.inbox.range;

import java.util.Map;
import java.util.TreeMap;

/**
 * Ranges of the log that were dropped from an inbox. Each extends from behind the agent's position at that time to
 * the last signal that made room. They matter until the agent has acknowledged entries behind them, because until
 * then a restart reads them again. Ranges do not overlap.
 */
public final class SkippedRanges {

    /** Maximum number of ranges; beyond it an agent that does not acknowledge gets its mail from the log. */
    public static final int MAX_RANGES = 1_000;

    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** True if one more range behind that position would be too many. */
    public boolean isFull(long taken) {
        return ends.size() >= MAX_RANGES && !ends.containsKey(taken);
    }

    public void add(long taken, long to) {
        ends.merge(taken, to, Math::max);
        ends.subMap(taken, false, to, true).clear();
    }

    public boolean contains(long sequence) {
        Map.Entry<Long, Long> before = ends.lowerEntry(sequence);
        return before != null && before.getValue() >= sequence;
    }

    public void removeUpTo(long acknowledged) {
        ends.values().removeIf(to -> to <= acknowledged);
    }

    /** The log ends there. */
    public void truncate(long last) {
        ends.keySet().removeIf(taken -> taken >= last);
        ends.replaceAll((taken, to) -> Math.min(to, last));
    }

    public Map<Long, Long> ranges() {
        return Map.copyOf(ends);
    }
}
