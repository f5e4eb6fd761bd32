package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;
import dev.waggle.signal.connectivity.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalNotFoundException;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.text.Shown;

/**
 * The state of one coordination thread: a machine that only computes. Facts go in and change it, live or from a log;
 * what would contradict it is refused before anything changes. Guarded by its own lock, which is held while a fact is
 * written down and applied, and never while foreign code runs.
 */
public final class ThreadLog {

    private final String threadId;
    private final ConnectivityLayerConfig config;
    private final RepeatRule rule;
    private final Map<String, LoggedSignal> byId;
    private final ReentrantLock lock = new ReentrantLock();

    private final List<LoggedSignal> signals = new ArrayList<>(2);
    private final Times times = new Times(signals);
    private final Map<String, SourceLog> sources = new HashMap<>(2);
    private final Shelves shelves = new Shelves();
    private final Expiries expiries = new Expiries();
    private final Roster roster = new Roster();
    private final Tally tally = new Tally(shelves);
    private long step;
    private boolean closed;

    /** @param byId the signals of all threads, which this one adds to */
    public ThreadLog(String threadId, ConnectivityLayerConfig config, Map<String, LoggedSignal> byId) {
        this.threadId = threadId;
        this.config = config;
        this.rule = new RepeatRule(config.suppression(), config.broadcast());
        this.byId = byId;
    }

    public void lock() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("thread " + Shown.of(threadId) + " is being changed"
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

    public Tally tally() {
        return tally;
    }

    public Roster roster() {
        return roster;
    }

    /** Whether nothing ever happened that a new thread of that name would not know. */
    public boolean isBlank() {
        return signals.isEmpty() && step == 0 && roster.isEmpty();
    }

    public int size() {
        return signals.size();
    }

    // What would happen.

    /** The open signal that an emit repeats, if any. */
    public @Nullable LoggedSignal repeated(Emit emit, Instant now) {
        SourceLog source = sources.get(emit.source());
        RepeatGuard guard = source == null ? null : source.guardIfAny(emit.signalClass());
        return guard == null || emit.priority() == Priority.CRITICAL ? null : guard.find(emit, now, step);
    }

    /**
     * The open signal of this thread that may be replaced.
     *
     * @throws ConnectivityException when there is none
     */
    public LoggedSignal requireReplaceable(String id) {
        LoggedSignal target = require(id, "replaces");
        if (!target.isOpen()) {
            throw new ConnectivityException("replaces: signal " + Shown.of(id) + " is " + target.now().state().word()
                    + " already, and that is final");
        }
        return target;
    }

    /** The signal that may be resolved now. */
    public LoggedSignal requireResolvable(String id) {
        LoggedSignal target = require(id, "signalId");
        if (!target.isOpen()) {
            throw new ConnectivityException("signalId: signal " + Shown.of(id) + " is " + target.now().state().word()
                    + ", and that is final: it cannot be resolved");
        }
        if (target.waits()) {
            throw new ConnectivityException("signalId: signal " + Shown.of(id)
                    + " stays open until its coordinator " + Shown.of(roster.coordinator()) + " has acknowledged it");
        }
        return target;
    }

    /** The signal that this component may acknowledge now. */
    public LoggedSignal requireAcknowledgeable(String id, String by) {
        LoggedSignal target = require(id, "signalId");
        if (!by.equals(roster.coordinator())) {
            throw new ConnectivityException("by: only the coordinator " + Shown.of(roster.coordinator())
                    + " of thread " + Shown.of(threadId) + " acknowledges, got " + Shown.of(by)
                    + "\nMaybe registerCoordinator was not called.");
        }
        if (!target.isOpen() && !target.now().acknowledged()) {
            throw new ConnectivityException("signalId: signal " + Shown.of(id) + " is " + target.now().state().word()
                    + ", and that is final: it cannot be acknowledged");
        }
        return target;
    }

    /** What has to expire so that one more of that priority fits; nothing while there is room. */
    public @Nullable LoggedSignal toEvict(Priority priority) {
        int most = config.openLimit().most();
        if (tally.open() < most) {
            return null;
        }
        LoggedSignal spare = switch (config.openLimit().whenFull()) {
            case REFUSE -> null;
            case EXPIRE_OLDEST -> shelves.oldestSpare();
        };
        if (spare == null || priority.compareTo(spare.now().priority()) < 0) {
            throw new CapacityException("thread " + Shown.of(threadId) + " has " + tally.open()
                    + " open signals and takes at most " + most + "\nMaybe nobody resolves what was consumed.");
        }
        return spare;
    }

    /** What expires with the next step, in the order of the log. */
    public List<LoggedSignal> dueNext() {
        return expiries.dueAt(step + 1);
    }

    // What happens.

    public LoggedSignal add(Fact.Emitted fact) {
        Emit emit = fact.emit();
        LoggedSignal replaced = emit.replaces() == null ? null : requireReplaceable(emit.replaces());
        LoggedSignal evicted = fact.evicts() == null ? null : require(fact.evicts(), "evicts");
        boolean inheritsDuty = replaced != null && replaced.waits();
        if (replaced != null) {
            close(replaced, SignalState.SUPERSEDED);
        }
        if (evicted != null && evicted.isOpen()) {
            close(evicted, SignalState.EXPIRED);
        }
        SourceLog source = sources.computeIfAbsent(emit.source(), SourceLog::new);
        ConnectivitySignal stored = emit.stored(fact.id(), fact.time(), signals.size() + 1L);
        LoggedSignal signal = new LoggedSignal(stored, step, inheritsDuty, shelves.of(stored).size(),
                source.shelf(emit.signalClass(), emit.priority()).size());
        signals.add(signal);
        times.added();
        byId.put(fact.id(), signal);
        roster.heard(emit.source());
        source.guard(emit.signalClass(), rule).add(signal);
        Long expires = emit.expiresAtStep();
        if (expires != null) {
            expiries.add(signal, expires, step);
        }
        tally.open(signal, source);
        return signal;
    }

    /** A callback was told of it. */
    public void activate(LoggedSignal signal) {
        if (signal.now().state() == SignalState.EMITTED) {
            tally.activate(signal, sourceOf(signal));
        }
    }

    public void resolve(LoggedSignal signal) {
        close(signal, SignalState.RESOLVED);
    }

    public void acknowledge(LoggedSignal signal) {
        if (tally.acknowledge(signal)) {
            Long expires = signal.now().expiresAtStep();
            if (expires != null && Expiries.dueStep(expires, signal.birthStep()) <= step) {
                expiries.add(signal, expires, step);
            }
        }
    }

    /** Goes to the next step and tells what expired. */
    public List<LoggedSignal> advance() {
        step++;
        List<LoggedSignal> due = expiries.dueAt(step);
        due.forEach(signal -> close(signal, SignalState.EXPIRED));
        expiries.forget(step);
        return due;
    }

    private void close(LoggedSignal signal, SignalState state) {
        tally.close(signal, sourceOf(signal), state);
    }

    private SourceLog sourceOf(LoggedSignal signal) {
        return Objects.requireNonNull(sources.get(signal.now().source()), "every stored signal has one");
    }

    /** Ends this thread and lets its signals go. */
    public void close() {
        closed = true;
        signals.forEach(signal -> byId.remove(signal.id(), signal));
    }

    // What there is.

    public List<String> recipients(ConnectivitySignal signal) {
        return switch (signal.audience()) {
            case SELF -> List.of(signal.source());
            case COORDINATOR -> List.of(roster.coordinator());
            case SELECTED -> List.of();
            case ALL -> roster.all();
        };
    }

    List<Shelf> shelves(@Nullable String source, Set<SignalClass> classes, Set<Priority> priorities) {
        if (source == null) {
            return shelves.of(classes, priorities);
        }
        SourceLog ofSource = sources.get(source);
        return ofSource == null ? List.of() : ofSource.shelves(classes, priorities);
    }

    Times times() {
        return times;
    }

    int sourceCount() {
        return sources.size();
    }

    /** The signal of this thread that has that id. */
    public LoggedSignal require(@Nullable String id, String field) {
        LoggedSignal target = id == null ? null : byId.get(id);
        if (target == null || !target.now().threadId().equals(threadId)) {
            throw new SignalNotFoundException(field + ": thread " + Shown.of(threadId) + " has no signal "
                    + Shown.of(id));
        }
        return target;
    }
}
