package dev.waggle.signal.history;

/** A stretch of slots in ascending place that nobody writes any more. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the array is shared on purpose.
record IndexRange(HistoryEntry[] slots, int from, int to) {

    boolean isEmpty() {
        return from >= to;
    }
}
