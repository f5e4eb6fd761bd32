package dev.waggle.signal.history.store;

/** Range of slots with ascending positions that are never written again. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the array is shared on purpose.
record IndexRange(HistoryEntry[] slots, int from, int to) {

    boolean isEmpty() {
        return from >= to;
    }
}
