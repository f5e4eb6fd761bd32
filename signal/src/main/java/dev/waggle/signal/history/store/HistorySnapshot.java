package dev.waggle.signal.history.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;

/**
 * Snapshot of the history at one moment, seen through a filter. It is taken under the lock of the owner and read
 * without it. Signals published, evicted or swept meanwhile do not affect it. Close it when it is read.
 */
public final class HistorySnapshot implements AutoCloseable {

    private final List<IndexRange> ranges;
    private final SignalFilter filter;
    private final long version;
    private final long now;
    private final AtomicInteger readers;

    HistorySnapshot(List<IndexRange> ranges, SignalFilter filter, long version, long now, AtomicInteger readers) {
        this.ranges = ranges;
        this.filter = filter;
        this.version = version;
        this.now = now;
        this.readers = readers;
        readers.incrementAndGet();
    }

    /** Returns all signals that pass, in the order of publishing. */
    public List<Signal> oldestFirst() {
        return oldestFirst(Integer.MAX_VALUE);
    }

    /** Returns the oldest signals that pass, at most that many, in the order of publishing. */
    public List<Signal> oldestFirst(int atMost) {
        List<Signal> found = new ArrayList<>();
        if (ranges.size() == 1) {
            IndexRange range = ranges.getFirst();
            for (int i = range.from(); i < range.to() && found.size() < atMost; i++) {
                addIfShown(range.slots()[i], found);
            }
        } else {
            merge(found, atMost, 1);
        }
        return Collections.unmodifiableList(found);
    }

    /** Returns the latest signals that pass, at most that many, in the opposite of the order of publishing. */
    public List<Signal> newestFirst(int atMost) {
        List<Signal> found = new ArrayList<>(Math.min(atMost, 16));
        if (ranges.size() == 1) {
            IndexRange range = ranges.getFirst();
            for (int i = range.to() - 1; i >= range.from() && found.size() < atMost; i--) {
                addIfShown(range.slots()[i], found);
            }
        } else {
            merge(found, atMost, -1);
        }
        return Collections.unmodifiableList(found);
    }

    @Override
    public void close() {
        readers.decrementAndGet();
    }

    private void merge(List<Signal> found, int atMost, int step) {
        MergeCursor merge = new MergeCursor(ranges, step);
        for (HistoryEntry one = merge.next(); one != null && found.size() < atMost; one = merge.next()) {
            addIfShown(one, found);
        }
    }

    private void addIfShown(HistoryEntry one, List<Signal> found) {
        if (one.isVisibleAt(version) && one.expiresAfter >= now && filter.matches(one.signal)) {
            found.add(one.signal);
        }
    }
}
