package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.log.LogEntry;

/**
 * Cache of the snapshots of a recording, each within {@value #STRIDE} applied entries. Every {@value #STRIDE}th is
 * kept. Those behind one of them are made on request, as far as it, and kept until another range is requested. So a
 * walk in either direction applies each entry once, a jump at most {@value #STRIDE} - 1. It holds one snapshot for
 * every {@value #STRIDE} entries, which share most of their content, and one range.
 *
 * <p>Owned by one thread.
 */
final class SnapshotCache {

    /** Stride at which a jump is imperceptible and 10,000 entries need 79 kept snapshots. */
    static final int STRIDE = 128;

    private final List<LogEntry> entries;
    private final List<RecordingSnapshot> keyframes = new ArrayList<>();
    private final List<RecordingSnapshot> currentRange = new ArrayList<>();
    private int currentRangeNumber = -1;
    private long applied;

    SnapshotCache(List<LogEntry> entries) {
        this.entries = List.copyOf(entries);
        RecordingSnapshot snapshot = RecordingSnapshot.EMPTY;
        keyframes.add(snapshot);
        for (int count = 1; count <= this.entries.size(); count++) {
            snapshot = apply(snapshot, count - 1);
            if (count % STRIDE == 0) {
                keyframes.add(snapshot);
            }
        }
    }

    List<LogEntry> entries() {
        return entries;
    }

    /** Returns the snapshot after the entry at that index, -1 for the one before the first. */
    RecordingSnapshot snapshotAt(int index) {
        int count = index + 1;
        int number = count / STRIDE;
        if (number != currentRangeNumber) {
            currentRange.clear();
            currentRange.add(keyframes.get(number));
            currentRangeNumber = number;
        }
        while (currentRange.size() <= count % STRIDE) {
            currentRange.add(apply(currentRange.getLast(), number * STRIDE + currentRange.size() - 1));
        }
        return currentRange.get(count % STRIDE);
    }

    /** Returns the number of entries applied to a snapshot since creation, those of the first pass included. */
    long applied() {
        return applied;
    }

    private RecordingSnapshot apply(RecordingSnapshot snapshot, int index) {
        applied++;
        return snapshot.after(entries.get(index));
    }
}
