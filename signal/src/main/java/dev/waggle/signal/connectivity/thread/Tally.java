package dev.waggle.signal.connectivity.thread;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;

/**
 * Where the signals of a thread stand: how many are in which state, which wait for their acknowledgement, which may make
 * room, which sources are crowded. Kept with every change, so that asking costs nothing. Guarded by the thread's lock.
 */
public final class Tally {

    private final Shelves shelves;
    private final int[] counts = new int[SignalState.values().length];
    private final Set<SourceLog> crowded = new LinkedHashSet<>(2);
    private final Set<LoggedSignal> waiting = new LinkedHashSet<>(2);
    /** The latest open word of each source on how sure it is, where it is unsure, by sequence. */
    private final SortedMap<Long, LoggedSignal> unsure = new TreeMap<>();
    private long swallowed;

    Tally(Shelves shelves) {
        this.shelves = shelves;
    }

    /** Adds a new signal of a source to its shelves and counts. */
    void open(LoggedSignal signal, SourceLog source) {
        ConnectivitySignal now = signal.now();
        Shelf ofThread = shelves.of(now);
        Shelf ofSource = source.shelf(now.signalClass(), now.priority());
        ofThread.add(signal);
        ofSource.add(signal);
        ofThread.mark(signal.place, Slot.of(now.state()));
        ofSource.mark(signal.placeOfSource, Slot.of(now.state()));
        counts[Slot.of(SignalState.EMITTED)]++;
        countOpen(signal, source, 1);
        if (signal.waits()) {
            waiting.add(signal);
        } else {
            shelves.spare(signal);
        }
        if (isConfidence(signal)) {
            sayLatest(source, signal);
        }
    }

    void activate(LoggedSignal signal, SourceLog source) {
        move(signal, source, SignalState.ACTIVE);
    }

    void close(LoggedSignal signal, SourceLog source, SignalState state) {
        waiting.remove(signal);
        shelves.of(signal.now()).unmark(signal.place, Shelf.SPARE);
        move(signal, source, state);
        countOpen(signal, source, -1);
        if (isConfidence(signal) && signal.equals(source.latestConfidence())) {
            sayLatest(source, source.findLatestConfidence());
        }
    }

    /** Notes an acknowledgement; whether the signal waited for it. */
    boolean acknowledge(LoggedSignal signal) {
        signal.acknowledge();
        boolean waited = waiting.remove(signal);
        if (waited) {
            shelves.spare(signal);
        }
        return waited;
    }

    public void countSwallowed(LoggedSignal repeated) {
        repeated.countSwallowed();
        swallowed++;
    }

    int open() {
        return count(SignalState.EMITTED) + count(SignalState.ACTIVE);
    }

    int count(SignalState state) {
        return counts[Slot.of(state)];
    }

    long swallowed() {
        return swallowed;
    }

    /** What the coordinator has to acknowledge, oldest first. */
    public List<ConnectivitySignal> waiting() {
        return waiting.stream().map(LoggedSignal::now).toList();
    }

    /** What sources said last on how sure they are, where they are unsure, oldest first. */
    List<ConnectivitySignal> unsure() {
        return unsure.values().stream().map(LoggedSignal::now).toList();
    }

    boolean isAnybodyUnsure() {
        return !unsure.isEmpty();
    }

    int waitingCount() {
        return waiting.size();
    }

    public List<CrowdedSource> crowded() {
        return crowded.stream().map(source -> new CrowdedSource(source.source(), source.openOtherThanHandoff()))
                .toList();
    }

    private void sayLatest(SourceLog source, @Nullable LoggedSignal latest) {
        LoggedSignal before = source.latestConfidence();
        if (before != null) {
            unsure.remove(before.sequence());
        }
        source.setLatestConfidence(latest);
        if (latest != null && isUnsure(latest.now().signalClass())) {
            unsure.put(latest.sequence(), latest);
        }
    }

    private static boolean isConfidence(LoggedSignal signal) {
        return signal.now().messageClass() == MessageClass.CONFIDENCE;
    }

    private static boolean isUnsure(SignalClass signalClass) {
        return signalClass == SignalClass.CONFIDENCE_LOW || signalClass == SignalClass.CONFIDENCE_BLOCKER;
    }

    private void move(LoggedSignal signal, SourceLog source, SignalState state) {
        ConnectivitySignal before = signal.now();
        counts[Slot.of(before.state())]--;
        counts[Slot.of(state)]++;
        signal.become(state);
        Shelf ofThread = shelves.of(before);
        ofThread.unmark(signal.place, Slot.of(before.state()));
        ofThread.mark(signal.place, Slot.of(state));
        Shelf ofSource = source.shelf(before.signalClass(), before.priority());
        ofSource.unmark(signal.placeOfSource, Slot.of(before.state()));
        ofSource.mark(signal.placeOfSource, Slot.of(state));
    }

    private void countOpen(LoggedSignal signal, SourceLog source, int change) {
        int open = source.countOpen(signal.now().messageClass(), change);
        if (open == CrowdedSource.GUIDELINE + 1 && change > 0) {
            crowded.add(source);
        } else if (open == CrowdedSource.GUIDELINE) {
            crowded.remove(source);
        }
    }
}
