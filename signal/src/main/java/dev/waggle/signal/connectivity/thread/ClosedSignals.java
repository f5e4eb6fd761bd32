package dev.waggle.signal.connectivity.thread;

import java.util.ArrayDeque;
import java.util.Queue;

import dev.waggle.signal.connectivity.ClosedSignalRetention;
import org.jspecify.annotations.Nullable;

/** The retained closed signals of a thread, in the order of their ends. Guarded by the lock of the thread. */
final class ClosedSignals {

    /** Forgotten signals whose places are freed together, at least; so a small thread is not rebuilt at each end. */
    private static final int LEAST_BATCH = 16;

    private final ClosedSignalRetention limit;
    private final Queue<LoggedSignal> byEnd = new ArrayDeque<>(2);
    private long bytes;
    private int forgotten;
    private int unfreed;
    private long unfreedBytes;

    ClosedSignals(ClosedSignalRetention limit) {
        this.limit = limit;
    }

    void add(LoggedSignal signal) {
        byEnd.add(signal);
        bytes += RetainedBytes.of(signal.current());
    }

    /** Removes and returns the one that was closed first, while a limit is exceeded. */
    @Nullable LoggedSignal pollExcess() {
        if (byEnd.size() <= limit.maxCount() && bytes <= limit.maxBytes()) {
            return null;
        }
        LoggedSignal first = byEnd.remove();
        long size = RetainedBytes.of(first.current());
        bytes -= size;
        unfreedBytes += size;
        unfreed++;
        forgotten++;
        return first;
    }

    int forgotten() {
        return forgotten;
    }

    /**
     * True when forgotten signals take so much that their places are to be freed. The cost grows with the signals and
     * sources of the thread, so it waits for a share of them.
     *
     * @param places the number of all signals in the indexes of the thread, forgotten ones included, and of sources
     */
    boolean isFreeingDue(int places) {
        return unfreed >= Math.max(LEAST_BATCH, places / 4)
                || unfreedBytes > limit.maxBytes() / 4 + RetainedBytes.BASE * Math.max(LEAST_BATCH, places / 4);
    }

    void confirmFreed() {
        unfreed = 0;
        unfreedBytes = 0;
    }
}
