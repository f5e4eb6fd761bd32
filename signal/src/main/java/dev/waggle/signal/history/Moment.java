package dev.waggle.signal.history;

import java.util.Comparator;

/** A time and, among equal times, a place. */
record Moment(long time, long place) implements Comparable<Moment> {

    private static final Comparator<Moment> ORDER = Comparator.comparingLong(Moment::time)
            .thenComparingLong(Moment::place);

    @Override
    public int compareTo(Moment other) {
        return ORDER.compare(this, other);
    }
}
