package dev.waggle.signal.connectivity.thread;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/**
 * Counters and indexes of a thread's signals: states, pending acknowledgements, evictable signals, crowded sources.
 * They are updated with every change, so that reading them is free. Guarded by the thread's lock.
 */
public final class ThreadCounters {

    private final ClassSlots slots;
    private final SignalBuckets buckets;
    private final int[] counts = new int[SignalState.values().length];
    private final Set<SourceLog> crowded = new LinkedHashSet<>(2);
    private final Set<LoggedSignal> awaitingAcknowledgement = new LinkedHashSet<>(2);
    /** The latest open confidence signal of each unsure source, by sequence. */
    private final SortedMap<Long, LoggedSignal> unsure = new TreeMap<>();
    private long suppressed;
    private long openBytes;

    ThreadCounters(ClassSlots classSlots, SignalBuckets signalBuckets) {
        this.slots = classSlots;
        this.buckets = signalBuckets;
    }

    /** Adds a new signal of a source to its buckets and counts. */
    void open(LoggedSignal signal, SourceLog source) {
        ConnectivitySignal now = signal.current();
        SignalBucket ofThread = buckets.of(now);
        SignalBucket ofSource = source.bucket(slots.of(now.signalClass()), now.priority());
        ofThread.add(signal);
        ofSource.add(signal);
        ofThread.mark(signal.position, EnumSlot.of(now.state()));
        ofSource.mark(signal.positionOfSource, EnumSlot.of(now.state()));
        counts[EnumSlot.of(SignalState.EMITTED)]++;
        openBytes += RetainedBytes.of(now);
        countOpen(signal, source, 1);
        if (signal.awaitsAcknowledgement()) {
            awaitingAcknowledgement.add(signal);
        } else {
            buckets.markEvictable(signal);
        }
        if (isConfidence(signal)) {
            updateLatestConfidence(source, signal);
        }
    }

    void activate(LoggedSignal signal, SourceLog source) {
        move(signal, source, SignalState.ACTIVE);
    }

    void close(LoggedSignal signal, SourceLog source, SignalState state) {
        awaitingAcknowledgement.remove(signal);
        buckets.of(signal.current()).unmark(signal.position, SignalBucket.EVICTABLE);
        move(signal, source, state);
        openBytes -= RetainedBytes.of(signal.current());
        countOpen(signal, source, -1);
        if (isConfidence(signal) && signal.equals(source.latestConfidence())) {
            updateLatestConfidence(source, source.findLatestConfidence(slots.confidences()));
        }
    }

    /** Removes a closed signal from the results of queries; the counts keep it. */
    void forget(LoggedSignal signal, SourceLog source) {
        ConnectivitySignal now = signal.current();
        int state = EnumSlot.of(now.state());
        buckets.of(now).unmark(signal.position, state);
        source.bucket(slots.of(now.signalClass()), now.priority()).unmark(signal.positionOfSource, state);
        signal.forgotten = true;
    }

    /** Records an acknowledgement; returns true if the signal waited for it. */
    boolean acknowledge(LoggedSignal signal) {
        signal.acknowledge();
        boolean waited = awaitingAcknowledgement.remove(signal);
        if (waited) {
            buckets.markEvictable(signal);
        }
        return waited;
    }

    public void countSuppressed(LoggedSignal repeated) {
        repeated.countSuppressed();
        suppressed++;
    }

    int open() {
        return count(SignalState.EMITTED) + count(SignalState.ACTIVE);
    }

    /** Returns the size of the open signals, estimated. */
    long openBytes() {
        return openBytes;
    }

    int count(SignalState state) {
        return counts[EnumSlot.of(state)];
    }

    long suppressed() {
        return suppressed;
    }

    /** Returns the signals that wait for the coordinator's acknowledgement, oldest first. */
    public List<ConnectivitySignal> awaitingAcknowledgement() {
        return awaitingAcknowledgement.stream().map(LoggedSignal::current).toList();
    }

    /** Returns the latest confidence signals of unsure sources, oldest first. */
    List<ConnectivitySignal> unsure() {
        return unsure.values().stream().map(LoggedSignal::current).toList();
    }

    boolean hasUnsureSource() {
        return !unsure.isEmpty();
    }

    int awaitingAcknowledgementCount() {
        return awaitingAcknowledgement.size();
    }

    public List<CrowdedSource> crowded() {
        return crowded.stream().map(source -> new CrowdedSource(source.source(), source.openOtherThanHandoff()))
                .toList();
    }

    private void updateLatestConfidence(SourceLog source, @Nullable LoggedSignal latest) {
        LoggedSignal before = source.latestConfidence();
        if (before != null) {
            unsure.remove(before.sequence());
        }
        source.setLatestConfidence(latest);
        if (latest != null && isUnsure(latest.current().signalClass())) {
            unsure.put(latest.sequence(), latest);
        }
    }

    private static boolean isConfidence(LoggedSignal signal) {
        return signal.current().messageClass() == MessageClass.CONFIDENCE;
    }

    private static boolean isUnsure(SignalClassDefinition signalClass) {
        return switch (signalClass.convergence()) {
            case UNSURE, BLOCKING -> true;
            case NEUTRAL -> false;
        };
    }

    private void move(LoggedSignal signal, SourceLog source, SignalState state) {
        ConnectivitySignal before = signal.current();
        counts[EnumSlot.of(before.state())]--;
        counts[EnumSlot.of(state)]++;
        signal.setState(state);
        SignalBucket ofThread = buckets.of(before);
        ofThread.unmark(signal.position, EnumSlot.of(before.state()));
        ofThread.mark(signal.position, EnumSlot.of(state));
        SignalBucket ofSource = source.bucket(slots.of(before.signalClass()), before.priority());
        ofSource.unmark(signal.positionOfSource, EnumSlot.of(before.state()));
        ofSource.mark(signal.positionOfSource, EnumSlot.of(state));
    }

    private void countOpen(LoggedSignal signal, SourceLog source, int change) {
        int open = source.countOpen(signal.current().messageClass(), change);
        if (open == CrowdedSource.GUIDELINE + 1 && change > 0) {
            crowded.add(source);
        } else if (open == CrowdedSource.GUIDELINE) {
            crowded.remove(source);
        }
    }
}
