package dev.waggle.signal.history.store;

import java.util.Comparator;

/** Key of a time and, among equal times, a position. */
record TimeKey(long time, long position) implements Comparable<TimeKey> {

    private static final Comparator<TimeKey> ORDER = Comparator.comparingLong(TimeKey::time)
            .thenComparingLong(TimeKey::position);

    @Override
    public int compareTo(TimeKey other) {
        return ORDER.compare(this, other);
    }
}
