package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.log.LogEntry;

/**
 * The snapshots of a recording, each within {@value #STRIDE} applied entries. Every {@value #STRIDE}th is kept; those
 * behind one of them are made when one is asked for, as far as it, and kept until another stretch is asked for. So a walk
 * in either direction applies each entry once, a jump at most {@value #STRIDE} - 1, and the memory is that of one
 * snapshot for every {@value #STRIDE} entries, which share most of what they hold, and of one stretch.
 *
 * <p>Owned by one thread.
 */
final class SnapshotCache {

    /** A jump is then far below what a person notices, and 10,000 entries need 79 kept snapshots. */
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
        for (int said = 1; said <= this.entries.size(); said++) {
            snapshot = apply(snapshot, said - 1);
            if (said % STRIDE == 0) {
                keyframes.add(snapshot);
            }
        }
    }

    List<LogEntry> entries() {
        return entries;
    }

    /** The snapshot after the entry at that index, -1 for the one before the first. */
    RecordingSnapshot snapshotAt(int index) {
        int said = index + 1;
        int number = said / STRIDE;
        if (number != currentRangeNumber) {
            currentRange.clear();
            currentRange.add(keyframes.get(number));
            currentRangeNumber = number;
        }
        while (currentRange.size() <= said % STRIDE) {
            currentRange.add(apply(currentRange.getLast(), number * STRIDE + currentRange.size() - 1));
        }
        return currentRange.get(said % STRIDE);
    }

    /** How many entries were applied to a snapshot since it exists, those of the first pass included. */
    long applied() {
        return applied;
    }

    private RecordingSnapshot apply(RecordingSnapshot snapshot, int index) {
        applied++;
        return snapshot.after(entries.get(index));
    }
}
