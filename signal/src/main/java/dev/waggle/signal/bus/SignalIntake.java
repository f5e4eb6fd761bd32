package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.history.store.EvictedSignal;
import dev.waggle.signal.history.store.ExpiredSignal;
import dev.waggle.signal.history.store.SignalHistory;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Processing of a signal before its delivery: checks, journal, history, conflict, and the delivery that follows.
 * Owned by its bus, which calls it under its lock.
 */
final class SignalIntake {

    /** The source and the emitter of the bus's own signals. */
    static final String SELF = "bus";

    private static final Source BUS = Source.named(SELF);
    private static final Emission BY_BUS = Emission.by(SELF);

    private final World world;
    private final BusConfig config;
    private final Journal journal;
    private final SubscriptionTable subscriptions;
    private final SubscriberNotifier notifier;
    private final ConflictTracker tracker;
    private final RequestTable requests;
    private final SignalHistory history;

    private long published;
    private long conflicts;
    private long evicted;
    private long swept;
    private long droppedExpired;
    private long droppedDuplicates;
    private long droppedFull;

    SignalIntake(World world, BusConfig config, Journal journal, SubscriptionTable routes, RequestTable requests,
            SubscriberNotifier notifier) {
        this.world = world;
        this.config = config;
        this.journal = journal;
        this.subscriptions = routes;
        this.notifier = notifier;
        this.requests = requests;
        tracker = new ConflictTracker(config.conflictDetector().get());
        history = new SignalHistory(config.maxHistorySize(), config.maxHistoryBytes(), config.defaultTtl(),
                tracker::forget);
    }

    SignalHistory history() {
        return history;
    }

    /** Marks the conflict of these two as resolved; returns true if there was one. */
    boolean resolveConflict(String oneId, String otherId, Instant now) {
        return tracker.resolve(oneId, otherId, history, now);
    }

    /** True while the calling thread, which has the lock, runs the conflict detector. */
    boolean isDetecting() {
        return tracker.isDetecting();
    }

    /** Returns the failures of the conflict detector since the last call, as one, or {@code null}. */
    @Nullable Throwable pollDetectorFailure() {
        return tracker.pollFailure();
    }

    /** Returns the unresolved conflicts whose signals have not expired. */
    List<ConflictPair> openConflicts(Instant now) {
        return tracker.open(history, now);
    }

    /** Returns the reason for refusing the signal, or {@code null}. */
    @Nullable PublishReceipt rejection(Signal signal, Instant now) {
        if (history.isExpired(signal, now)) {
            droppedExpired++;
            return new PublishReceipt.Expired(signal);
        }
        Signal retained = history.get(signal.id());
        if (retained != null) {
            droppedDuplicates++;
            return new PublishReceipt.Duplicate(signal, retained);
        }
        return null;
    }

    /** Admits the signal; the log has it first. */
    SignalDelivery admit(Signal signal, Emission emission, Instant now, @Nullable DeliveryTask cause) {
        if (cause != null) {
            cause.requireRoomFor(signal);
        }
        long size = SignalHistory.sizeOf(signal);
        requireRoom(signal, size, now);
        LogEntry entry = journal.append(signal, emission, now);
        List<EvictedSignal> departed = makeRoom(size, now);
        ConflictPair conflict = config.detectConflicts() ? tracker.check(signal, history, now) : null;
        addToHistory(signal, size);
        return new SignalDelivery(cause, entry, departed, conflict, requests.answeredBy(signal),
                subscriptions.matching(signal.type()), notifier);
    }

    /** Admits the conflict signal after a proposal. On failure the proposal stands and the failure is reported. */
    DeliveryTask admitConflict(SignalDelivery proposal, ConflictPair pair, Instant now) {
        conflicts++;
        Signal conflict = pair.toSignal(world.nextId("sig"), BUS);
        try {
            long size = SignalHistory.sizeOf(conflict);
            requireRoom(conflict, size, now);
            LogEntry entry = journal.append(conflict, BY_BUS, now);
            List<EvictedSignal> departed = makeRoom(size, now);
            addToHistory(conflict, size);
            return new SignalDelivery(proposal, entry, departed, null, null,
                    subscriptions.matching(conflict.type()), notifier);
        } catch (BusFullException full) {
            return new BusNotice(proposal, conflict.id(), () -> notifier.dropped(conflict, DropReason.FULL));
        } catch (Throwable failure) {
            return new BusNotice(proposal, conflict.id(), () -> notifier.failed(failure, "signal-bus.conflict"));
        }
    }

    List<ExpiredSignal> sweep(Instant now, int atMost) {
        List<ExpiredSignal> left = history.sweep(now, atMost);
        swept += left.size();
        return left;
    }

    BusFullException refuseFull(Signal signal, String reason) {
        droppedFull++;
        return new BusFullException("signal " + signal.id() + " was not published, because " + reason);
    }

    BusCounts counts() {
        return new BusCounts(published, notifier.delivered(), notifier.failed(), notifier.missed(), conflicts, evicted,
                swept, droppedExpired, droppedDuplicates, droppedFull);
    }

    void clear() {
        history.clear();
        tracker.clear();
    }

    private void requireRoom(Signal signal, long size, Instant now) {
        if (!history.hasRoom(size, now)) {
            throw refuseFull(signal, "history is full of " + history.size()
                    + " signals that are held\nMaybe a larger maxHistorySize or maxHistoryBytes, or close a hold.");
        }
    }

    private void addToHistory(Signal signal, long size) {
        history.add(signal, size);
        published++;
    }

    /** Makes room for a signal of that size; returns those that left for it, nearly always none or one. */
    private List<EvictedSignal> makeRoom(long size, Instant now) {
        List<EvictedSignal> departed = List.of();
        while (history.isFull(size)) {
            EvictedSignal next = removeOne(now);
            if (departed.isEmpty()) {
                departed = List.of(next);
            } else {
                departed = departed.size() == 1 ? new ArrayList<>(departed) : departed;
                departed.add(next);
            }
        }
        return departed;
    }

    private EvictedSignal removeOne(Instant now) {
        Signal over = history.pollExpired(now);
        if (over != null) {
            swept++;
            return new EvictedSignal(over, true);
        }
        Signal oldest = history.evict();
        evicted++;
        return new EvictedSignal(oldest, false);
    }
}
