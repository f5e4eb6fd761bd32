package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Index of a thread's signals by time, correct even if the clock stepped back. Guarded by the thread's lock.
 *
 * <p>The first signal after a time is one that is later than all before it. The last signal before a time is one that
 * is earlier than all behind it. Both kinds are stored in order of time and found by binary search. It takes at most
 * eight bytes per signal, and none for signals of the same millisecond.
 */
final class TimeIndex {

    private final List<LoggedSignal> log;
    private int[] latestSoFar = new int[1];
    private int latestCount;
    private int[] earliestBehind = new int[1];
    private int earliestCount;

    /** @param log the signals of the thread by sequence; places begin at 1 */
    TimeIndex(List<LoggedSignal> log) {
        this.log = log;
    }

    /** Indexes the signal that was added last. */
    void add() {
        add(log.size());
    }

    /** Indexes the log anew, after signals were removed from it. */
    void rebuild() {
        latestCount = 0;
        earliestCount = 0;
        latestSoFar = new int[1];
        earliestBehind = new int[1];
        for (int place = 1; place <= log.size(); place++) {
            add(place);
        }
    }

    private void add(int place) {
        Instant time = timeOf(place);
        if (latestCount == 0 || time.isAfter(timeOf(latestSoFar[latestCount - 1]))) {
            latestSoFar = withRoom(latestSoFar, latestCount);
            latestSoFar[latestCount] = place;
            latestCount++;
        }
        while (earliestCount > 0 && !timeOf(earliestBehind[earliestCount - 1]).isBefore(time)) {
            earliestCount--;
        }
        earliestBehind = withRoom(earliestBehind, earliestCount);
        earliestBehind[earliestCount] = place;
        earliestCount++;
    }

    /** Returns the least sequence whose time is after that one; the greatest number when there is none. */
    long firstAfter(Instant time) {
        int low = 0;
        int high = latestCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (timeOf(latestSoFar[middle]).isAfter(time)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == latestCount ? Long.MAX_VALUE : sequenceOf(latestSoFar[low]);
    }

    /** Returns the greatest sequence whose time is before that one; 0 when there is none. */
    long lastBefore(Instant time) {
        int low = 0;
        int high = earliestCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (timeOf(earliestBehind[middle]).isBefore(time)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : sequenceOf(earliestBehind[low - 1]);
    }

    private Instant timeOf(int place) {
        return log.get(place - 1).current().emittedAt();
    }

    private long sequenceOf(int place) {
        return log.get(place - 1).sequence();
    }

    private static int[] withRoom(int[] places, int count) {
        return count < places.length ? places : Arrays.copyOf(places, count * 2);
    }
}
