package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * State of one coordination thread: a state machine without side effects. Facts change it, live or from a log; a
 * contradicting fact is refused before anything changes. Guarded by its own lock, which is held while a fact is
 * logged and applied, and never while foreign code runs.
 */
public final class ThreadLog {

    private final String threadId;
    private final ConnectivityLayerConfig config;
    private final RepeatRule rule;
    private final Map<String, LoggedSignal> byId;
    private final ReentrantLock lock = new ReentrantLock();

    private final ArrayList<LoggedSignal> signals = new ArrayList<>(2);
    private final TimeIndex timeIndex = new TimeIndex(signals);
    private final Map<String, SourceLog> sources = new HashMap<>(2);
    private final ClassSlots slots = new ClassSlots();
    private final SignalBuckets buckets = new SignalBuckets(slots);
    private final ExpirySchedule expiries = new ExpirySchedule();
    private final ThreadMembers members = new ThreadMembers();
    private final ThreadCounters counters = new ThreadCounters(slots, buckets);
    private final ClosedSignals closedSignals;
    private long lastSequence;
    private long step;
    private boolean closed;

    /** @param byId the signals of all threads, which this one adds to */
    public ThreadLog(String threadId, ConnectivityLayerConfig config, Map<String, LoggedSignal> byId) {
        this.threadId = threadId;
        this.config = config;
        this.rule = new RepeatRule(config.suppression(), config.broadcast());
        this.byId = byId;
        this.closedSignals = new ClosedSignals(config.closedRetention());
    }

    public void lock() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("thread " + QuotedValue.of(threadId) + " is being changed"
                    + "\nMaybe a ledger calls back into the layer while it appends: wait for settled().");
        }
        lock.lock();
    }

    public void unlock() {
        lock.unlock();
    }

    public void underLock(Consumer<ThreadLog> action) {
        lock();
        try {
            action.accept(this);
        } finally {
            unlock();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    public String threadId() {
        return threadId;
    }

    public long step() {
        return step;
    }

    public ThreadCounters counters() {
        return counters;
    }

    public ThreadMembers members() {
        return members;
    }

    /** True if its state equals that of a new thread of that name. */
    public boolean isBlank() {
        return lastSequence == 0 && step == 0 && members.isEmpty();
    }

    /** Returns the sequence of the signal that was added last; 0 before the first. */
    public long lastSequence() {
        return lastSequence;
    }

    /** Returns the number of closed signals that are no longer retained. */
    int forgotten() {
        return closedSignals.forgotten();
    }

    // Checks.

    /** Returns the open signal that an emit repeats, if any. */
    public @Nullable LoggedSignal findRepeated(ValidatedEmit emit, Instant now) {
        SourceLog source = sources.get(emit.source());
        RepeatDetector guard = source == null ? null : source.repeatDetectorIfAny(slots.find(emit.signalClass()));
        return guard == null || emit.priority() == Priority.CRITICAL ? null : guard.find(emit, now, step);
    }

    /**
     * Returns the open signal of this thread that may be replaced.
     *
     * @throws ConnectivityException when there is none
     */
    public LoggedSignal requireReplaceable(String id) {
        LoggedSignal target = require(id, "replaces");
        if (!target.isOpen()) {
            throw new ConnectivityException(
                    "replaces: signal " + QuotedValue.of(id) + " is " + target.current().state().wireName()
                            + " already, and that is final");
        }
        return target;
    }

    /** Returns the signal that may be resolved now. */
    public LoggedSignal requireResolvable(String id) {
        LoggedSignal target = require(id, "signalId");
        if (!target.isOpen()) {
            throw new ConnectivityException(
                    "signalId: signal " + QuotedValue.of(id) + " is " + target.current().state().wireName()
                            + ", and that is final: it cannot be resolved");
        }
        if (target.awaitsAcknowledgement()) {
            throw new ConnectivityException("signalId: signal " + QuotedValue.of(id)
                    + " stays open until its coordinator " + QuotedValue.of(members.coordinator())
                    + " has acknowledged it");
        }
        return target;
    }

    /** Returns the signal that this component may acknowledge now. */
    public LoggedSignal requireAcknowledgeable(String id, String by) {
        LoggedSignal target = require(id, "signalId");
        if (!by.equals(members.coordinator())) {
            throw new ConnectivityException("by: only the coordinator " + QuotedValue.of(members.coordinator())
                    + " of thread " + QuotedValue.of(threadId) + " acknowledges, got " + QuotedValue.of(by)
                    + "\nMaybe registerCoordinator was not called.");
        }
        if (!target.isOpen() && !target.current().acknowledged()) {
            throw new ConnectivityException(
                    "signalId: signal " + QuotedValue.of(id) + " is " + target.current().state().wireName()
                            + ", and that is final: it cannot be acknowledged");
        }
        return target;
    }

    /**
     * Returns the signal that has to expire for a new one; {@code null} while there is room.
     *
     * @param replaced the signal whose place the new one takes, if any
     */
    public @Nullable LoggedSignal evictionCandidate(ValidatedEmit emit, @Nullable LoggedSignal replaced) {
        OpenSignalLimit limit = config.openLimit();
        long added = RetainedBytes.of(emit) - (replaced == null ? 0 : RetainedBytes.of(replaced.current()));
        long excess = counters.openBytes() + added - limit.maxBytes();
        boolean hasPlace = replaced != null || counters.open() < limit.max();
        if (hasPlace && (excess <= 0 || added <= 0)) {
            return null;
        }
        LoggedSignal spare = replaced != null ? null : switch (limit.whenFull()) {
            case REFUSE -> null;
            case EXPIRE_OLDEST -> buckets.oldestEvictable();
        };
        if (spare == null || emit.priority().compareTo(spare.current().priority()) < 0
                || RetainedBytes.of(spare.current()) < excess) {
            String excessive = hasPlace
                    ? " open signals of " + counters.openBytes() + " bytes and takes at most " + limit.maxBytes()
                            + " bytes"
                    : " open signals and takes at most " + limit.max();
            throw new CapacityException("thread " + QuotedValue.of(threadId) + " has " + counters.open() + excessive
                    + "\nMaybe consumed signals are never resolved.");
        }
        return spare;
    }

    /** Returns the signals that expire with the next step, in the order of the log. */
    public List<LoggedSignal> expiringNext() {
        return expiries.dueAt(step + 1);
    }

    // Changes.

    public LoggedSignal add(ThreadFact.Emitted fact) {
        ValidatedEmit emit = fact.emit();
        LoggedSignal replaced = emit.replaces() == null ? null : requireReplaceable(emit.replaces());
        LoggedSignal evicted = fact.evicts() == null ? null : require(fact.evicts(), "evicts");
        boolean inheritsDuty = replaced != null && replaced.awaitsAcknowledgement();
        if (replaced != null) {
            close(replaced, SignalState.SUPERSEDED);
        }
        if (evicted != null && evicted.isOpen()) {
            close(evicted, SignalState.EXPIRED);
        }
        SourceLog source = sources.computeIfAbsent(emit.source(), SourceLog::new);
        ConnectivitySignal stored = emit.stored(fact.id(), fact.time(), lastSequence + 1);
        int slot = slots.of(emit.signalClass());
        LoggedSignal signal = new LoggedSignal(stored, step, inheritsDuty, buckets.of(stored).size(),
                source.bucket(slot, emit.priority()).size());
        lastSequence++;
        signals.add(signal);
        timeIndex.add();
        byId.put(fact.id(), signal);
        members.addSource(emit.source());
        source.repeatDetector(slot, emit.signalClass(), rule).add(signal);
        Long expires = emit.expiresAtStep();
        if (expires != null) {
            expiries.add(signal, expires, step);
        }
        counters.open(signal, source);
        return signal;
    }

    /** Marks a signal whose callbacks were notified as active. */
    public void activate(LoggedSignal signal) {
        if (signal.current().state() == SignalState.EMITTED) {
            counters.activate(signal, sourceOf(signal));
        }
    }

    /**
     * Ends the announcement of an emission, under the lock, and marks the signal as active if callbacks were notified.
     * Returns the announcement of its end that another Java thread has left to the caller, if any.
     */
    public Optional<Runnable> endEmission(LoggedSignal signal, boolean wasDelivered) {
        lock();
        try {
            if (wasDelivered) {
                activate(signal);
            }
            return signal.endEmission();
        } finally {
            unlock();
        }
    }

    public void resolve(LoggedSignal signal) {
        close(signal, SignalState.RESOLVED);
    }

    public void acknowledge(LoggedSignal signal) {
        if (counters.acknowledge(signal)) {
            Long expires = signal.current().expiresAtStep();
            if (expires != null && ExpirySchedule.dueStep(expires, signal.birthStep()) <= step) {
                expiries.add(signal, expires, step);
            }
        }
    }

    /** Advances to the next step and returns the expired signals. */
    public List<LoggedSignal> advance() {
        step++;
        List<LoggedSignal> due = expiries.dueAt(step);
        due.forEach(signal -> close(signal, SignalState.EXPIRED));
        expiries.remove(step);
        return due;
    }

    private void close(LoggedSignal signal, SignalState state) {
        counters.close(signal, sourceOf(signal), state);
        closedSignals.add(signal);
        LoggedSignal excess = closedSignals.pollExcess();
        while (excess != null) {
            counters.forget(excess, sourceOf(excess));
            byId.remove(excess.id(), excess);
            excess = closedSignals.pollExcess();
        }
        if (closedSignals.isFreeingDue(signals.size() + sources.size())) {
            removeForgotten();
        }
    }

    private void removeForgotten() {
        signals.removeIf(signal -> signal.forgotten);
        signals.trimToSize();
        timeIndex.rebuild();
        buckets.removeForgotten();
        sources.values().forEach(SourceLog::removeForgotten);
        expiries.removeClosed();
        closedSignals.confirmFreed();
    }

    private SourceLog sourceOf(LoggedSignal signal) {
        return Objects.requireNonNull(sources.get(signal.current().source()), "every stored signal has one");
    }

    /** Ends this thread and releases its signals. */
    public void close() {
        closed = true;
        signals.forEach(signal -> byId.remove(signal.id(), signal));
    }

    // Queries.

    public List<String> recipients(ConnectivitySignal signal) {
        return switch (signal.audience()) {
            case SELF -> List.of(signal.source());
            case COORDINATOR -> List.of(members.coordinator());
            case SELECTED -> List.of();
            case ALL -> members.all();
        };
    }

    List<SignalBucket> buckets(@Nullable String source, List<Integer> classes, Set<Priority> priorities) {
        if (source == null) {
            return buckets.of(classes, priorities);
        }
        SourceLog ofSource = sources.get(source);
        return ofSource == null ? List.of() : ofSource.buckets(classes, priorities);
    }

    ClassSlots slots() {
        return slots;
    }

    TimeIndex timeIndex() {
        return timeIndex;
    }

    int sourceCount() {
        return sources.size();
    }

    /** Returns the signal of this thread that has that id. */
    public LoggedSignal require(@Nullable String id, String field) {
        LoggedSignal target = id == null ? null : byId.get(id);
        if (target == null || !target.current().threadId().equals(threadId)) {
            throw new SignalNotFoundException(field + ": thread " + QuotedValue.of(threadId) + " has no signal "
                    + QuotedValue.of(id));
        }
        return target;
    }
}
