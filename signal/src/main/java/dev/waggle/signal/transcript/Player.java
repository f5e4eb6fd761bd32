package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;

/**
 * Player of a recording that moves forward and back and returns the state at every position. Its position is an
 * entry, by its index from 0, or before the first, at -1, where it begins. Owned by one thread.
 *
 * <p>Opening one visits every entry once. A step to either side costs one applied entry on average, a jump anywhere
 * at most 127, and that only when the snapshot is requested.
 */
public final class Player {

    private final SnapshotCache snapshots;
    private final List<LogEntry> entries;
    private final Map<String, Integer> checkpoints = new LinkedHashMap<>();
    private int index = -1;

    private Player(List<LogEntry> entries, List<CheckpointMarker> checkpoints) {
        this.snapshots = new SnapshotCache(entries);
        this.entries = snapshots.entries();
        checkpoints.forEach(checkpoint -> this.checkpoints.put(checkpoint.name(), checkpoint.index()));
    }

    /** Creates a player of entries in the order of their log, with the checkpoints among them. */
    public static Player of(List<LogEntry> entries) {
        return new Player(entries, CheckpointMarker.in(entries));
    }

    /** Creates a player with these checkpoints only; of equal names the last one counts, indexes may lie outside. */
    public static Player of(List<LogEntry> entries, List<CheckpointMarker> checkpoints) {
        return new Player(entries, checkpoints);
    }

    /** Returns the index of the current entry; -1 before the first. */
    public int index() {
        return index;
    }

    /** Returns the number of entries. */
    public int total() {
        return entries.size();
    }

    /** Returns the current entry; empty before the first. */
    public Optional<LogEntry> current() {
        return peek(index);
    }

    /** True if it stands before the first entry. */
    public boolean isAtStart() {
        return index < 0;
    }

    /** True if it stands on the last entry; in an empty recording always. */
    public boolean isAtEnd() {
        return index >= entries.size() - 1;
    }

    /** Returns the state after the current entry. */
    public RecordingSnapshot snapshot() {
        return snapshots.snapshotAt(index);
    }

    /** Returns the names of all checkpoints, in their order. */
    public List<String> checkpoints() {
        return List.copyOf(checkpoints.keySet());
    }

    /** Moves to the next entry and returns it; empty at the end. */
    public Optional<LogEntry> step() {
        if (isAtEnd()) {
            return Optional.empty();
        }
        index++;
        return current();
    }

    /** Moves to the entry before and returns the one that it leaves; empty at the start. */
    public Optional<LogEntry> back() {
        Optional<LogEntry> left = current();
        index = Math.max(-1, index - 1);
        return left;
    }

    /** Moves to an index; below -1 to before the first entry, beyond the last one to the last. */
    public void goTo(int target) {
        index = Math.clamp(target, -1, entries.size() - 1);
    }

    /** Moves to a checkpoint; returns true if there is one of that name. */
    public boolean gotoCheckpoint(String name) {
        Integer target = checkpoints.get(name);
        if (target == null) {
            return false;
        }
        goTo(target);
        return true;
    }

    /** Moves to the next entry whose type matches and returns it; does not move when there is none. */
    public Optional<LogEntry> gotoNext(Pattern pattern) {
        for (int i = index + 1; i < entries.size(); i++) {
            if (matches(i, pattern)) {
                return arriveAt(i);
            }
        }
        return Optional.empty();
    }

    /** Moves to the last entry before this one whose type matches and returns it; does not move when there is none. */
    public Optional<LogEntry> gotoPrevious(Pattern pattern) {
        for (int i = index - 1; i >= 0; i--) {
            if (matches(i, pattern)) {
                return arriveAt(i);
            }
        }
        return Optional.empty();
    }

    /** Moves before the first entry. */
    public void rewind() {
        index = -1;
    }

    /** Moves to the last entry. */
    public void fastForward() {
        goTo(entries.size() - 1);
    }

    /** Returns the entry at an index, without moving; empty outside. */
    public Optional<LogEntry> peek(int at) {
        return at < 0 || at >= entries.size() ? Optional.empty() : Optional.of(entries.get(at));
    }

    /** Returns the entries from an index up to another one, exclusive, without moving; indexes outside are ignored. */
    public List<LogEntry> peekRange(int from, int to) {
        int first = Math.max(0, from);
        int end = Math.min(entries.size(), to);
        return first >= end ? List.of() : entries.subList(first, end);
    }

    /** Returns the indexes of all entries whose type matches, in order. */
    public List<Integer> findAll(Pattern pattern) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (matches(i, pattern)) {
                found.add(i);
            }
        }
        return List.copyOf(found);
    }

    /** Returns the number of entries applied so far, those of opening it included. */
    long appliedEntries() {
        return snapshots.applied();
    }

    private Optional<LogEntry> arriveAt(int target) {
        index = target;
        return current();
    }

    private boolean matches(int at, Pattern pattern) {
        Signal signal = entries.get(at).signal();
        return pattern.matches(signal.type());
    }
}
