package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.history.History;
import dev.waggle.signal.history.Leaver;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a signal before anybody is told: checks, journal, history, conflict, and the delivery that follows.
 * Owned by its bus, which calls it under its lock.
 */
final class Intake {

    /** The source and the emitter of what the bus itself says. */
    static final String SELF = "bus";

    private static final Source BUS = Source.named(SELF);
    private static final Emission BY_BUS = Emission.by(SELF);

    private final World world;
    private final BusConfig config;
    private final Journal journal;
    private final Routes routes;
    private final Onlooker onlooker;
    private final ConflictDetector detector;
    private final History history;

    private long published;
    private long conflicts;
    private long evicted;
    private long swept;
    private long droppedExpired;
    private long droppedDuplicates;
    private long droppedFull;

    Intake(World world, BusConfig config, Journal journal, Routes routes, Onlooker onlooker) {
        this.world = world;
        this.config = config;
        this.journal = journal;
        this.routes = routes;
        this.onlooker = onlooker;
        detector = new ConflictDetector(config.defaultTtl());
        history = new History(config.maxHistorySize(), config.defaultTtl(), detector::forget);
    }

    History history() {
        return history;
    }

    ConflictDetector detector() {
        return detector;
    }

    /** The unresolved conflicts whose signals are not over. */
    List<ConflictPair> openConflicts(Instant now) {
        return detector.open().all().stream()
                .filter(pair -> !history.isOver(pair.signalA(), now) && !history.isOver(pair.signalB(), now)).toList();
    }

    /** Why the signal is not taken, or {@code null}. */
    @Nullable Receipt refusal(Signal signal, Instant now) {
        if (history.isOver(signal, now)) {
            droppedExpired++;
            return new Receipt.Expired(signal);
        }
        Signal retained = history.get(signal.id());
        if (retained != null) {
            droppedDuplicates++;
            return new Receipt.Duplicate(signal, retained);
        }
        return null;
    }

    /** Takes the signal; the log has it first. */
    SignalDelivery admit(Signal signal, Emission emission, Instant now, @Nullable Delivery cause) {
        if (cause != null) {
            cause.requireRoomFor(signal);
        }
        requireRoom(signal, now);
        LogEntry entry = journal.append(signal, emission, now);
        Departure departed = takeIn(signal);
        ConflictPair conflict = config.detectConflicts() ? detector.check(signal, now) : null;
        return new SignalDelivery(cause, entry, departed, conflict, routes.of(signal.type()), onlooker);
    }

    /** The conflict signal that follows a proposal; where it cannot be had, the proposal stands, and that is told. */
    Delivery contradict(SignalDelivery proposal, ConflictPair pair, Instant now) {
        conflicts++;
        Signal conflict = pair.toSignal(world.nextId("sig"), BUS);
        try {
            requireRoom(conflict, now);
            LogEntry entry = journal.append(conflict, BY_BUS, now);
            return new SignalDelivery(proposal, entry, takeIn(conflict), null, routes.of(conflict.type()), onlooker);
        } catch (BusFullException full) {
            return new News(proposal, conflict.id(), () -> onlooker.dropped(conflict, DropReason.FULL));
        } catch (Throwable failure) {
            return new News(proposal, conflict.id(), () -> onlooker.failed(failure, "signal-bus.conflict"));
        }
    }

    List<Leaver> sweep(Instant now, int atMost) {
        List<Leaver> left = history.sweep(now, atMost);
        swept += left.size();
        return left;
    }

    BusFullException full(Signal signal, String reason) {
        droppedFull++;
        return new BusFullException("signal " + signal.id() + " was not published, because " + reason);
    }

    BusCounts counts() {
        return new BusCounts(published, onlooker.delivered(), onlooker.failed(), conflicts, evicted, swept,
                droppedExpired, droppedDuplicates, droppedFull);
    }

    void clear() {
        history.clear();
        detector.clear();
    }

    private void requireRoom(Signal signal, Instant now) {
        if (!history.canTakeOne(now)) {
            throw full(signal, "history is full of " + history.size()
                    + " signals that are held\nMaybe a larger maxHistorySize, or close a hold.");
        }
    }

    /** Into history; the news of whatever left it for that. */
    private @Nullable Departure takeIn(Signal signal) {
        Departure departed = history.isFull() ? makeRoom() : null;
        history.add(signal);
        published++;
        return departed;
    }

    private Departure makeRoom() {
        Signal over = history.pollOverdue();
        if (over != null) {
            swept++;
            return new Departure(over, true);
        }
        Signal oldest = history.evict();
        evicted++;
        return new Departure(oldest, false);
    }
}
