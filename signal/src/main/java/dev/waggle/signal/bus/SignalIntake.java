package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
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
    private final ConflictDetector detector;
    private final SignalHistory history;

    private long published;
    private long conflicts;
    private long evicted;
    private long swept;
    private long droppedExpired;
    private long droppedDuplicates;
    private long droppedFull;

    SignalIntake(World world, BusConfig config, Journal journal, SubscriptionTable routes,
            SubscriberNotifier notifier) {
        this.world = world;
        this.config = config;
        this.journal = journal;
        this.subscriptions = routes;
        this.notifier = notifier;
        detector = new ConflictDetector(config.defaultTtl());
        history = new SignalHistory(config.maxHistorySize(), config.defaultTtl(), detector::remove);
    }

    SignalHistory history() {
        return history;
    }

    ConflictDetector detector() {
        return detector;
    }

    /** Returns the unresolved conflicts whose signals have not expired. */
    List<ConflictPair> openConflicts(Instant now) {
        return detector.open().all().stream()
                .filter(pair -> !history.isExpired(pair.signalA(), now) && !history.isExpired(pair.signalB(), now))
                .toList();
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
        requireRoom(signal, now);
        LogEntry entry = journal.append(signal, emission, now);
        EvictedSignal departed = addToHistory(signal);
        ConflictPair conflict = config.detectConflicts() ? detector.check(signal, now) : null;
        return new SignalDelivery(cause, entry, departed, conflict, subscriptions.matching(signal.type()), notifier);
    }

    /** Admits the conflict signal after a proposal. On failure the proposal stands and the failure is reported. */
    DeliveryTask admitConflict(SignalDelivery proposal, ConflictPair pair, Instant now) {
        conflicts++;
        Signal conflict = pair.toSignal(world.nextId("sig"), BUS);
        try {
            requireRoom(conflict, now);
            LogEntry entry = journal.append(conflict, BY_BUS, now);
            return new SignalDelivery(proposal, entry, addToHistory(conflict), null,
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
        return new BusCounts(published, notifier.delivered(), notifier.failed(), conflicts, evicted, swept,
                droppedExpired, droppedDuplicates, droppedFull);
    }

    void clear() {
        history.clear();
        detector.clear();
    }

    private void requireRoom(Signal signal, Instant now) {
        if (!history.hasRoom(now)) {
            throw refuseFull(signal, "history is full of " + history.size()
                    + " signals that are held\nMaybe a larger maxHistorySize, or close a hold.");
        }
    }

    /** Adds the signal to history; returns the signal that left for it, if any. */
    private @Nullable EvictedSignal addToHistory(Signal signal) {
        EvictedSignal departed = history.isFull() ? makeRoom() : null;
        history.add(signal);
        published++;
        return departed;
    }

    private EvictedSignal makeRoom() {
        Signal over = history.pollExpired();
        if (over != null) {
            swept++;
            return new EvictedSignal(over, true);
        }
        Signal oldest = history.evict();
        evicted++;
        return new EvictedSignal(oldest, false);
    }
}
