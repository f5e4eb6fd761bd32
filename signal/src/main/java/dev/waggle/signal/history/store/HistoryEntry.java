package dev.waggle.signal.history.store;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import dev.waggle.signal.Signal;

/**
 * A signal in history and the lists that hold it. Changed under the lock of the owner. Readers of a
 * {@link HistorySnapshot} use the final fields and {@code removedAt} only.
 */
final class HistoryEntry {

    static final int NO_LANE = -1;

    private static final long NEVER = Long.MAX_VALUE;

    private static final AtomicLongFieldUpdater<HistoryEntry> REMOVED_AT = AtomicLongFieldUpdater
            .newUpdater(HistoryEntry.class, "removedAt");

    final Signal signal;
    /** The number of changes to history before it was added: positions ascend. */
    final long position;
    /** Its own time, in nanoseconds since the epoch. */
    final long time;
    /** The last nanosecond of its life since the epoch; {@link Long#MAX_VALUE} for ever. */
    final long expiresAfter;
    /** Its estimated memory. */
    final long bytes;
    private volatile long removedAt = NEVER;

    /** The lane that holds its expiry; {@link #NO_LANE} when it never expires or fits no lane. */
    int lane = NO_LANE;
    boolean held;

    HistoryEntry(Signal signal, long place, long time, long overAfter, long bytes) {
        this.signal = signal;
        this.position = place;
        this.time = time;
        this.expiresAfter = overAfter;
        this.bytes = bytes;
    }

    /** Marks the entry as removed. Concurrent readers asked before, so seeing this or not makes no difference. */
    void remove(long version) {
        REMOVED_AT.lazySet(this, version);
    }

    boolean isRemoved() {
        return removedAt != NEVER;
    }

    /** True if it was in history after so many changes. */
    boolean isVisibleAt(long version) {
        return position <= version && removedAt > version;
    }
}
