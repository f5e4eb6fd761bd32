package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.history.ExpiredSignal;
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.HistorySnapshot;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;

/**
 * The bus: publish, subscribe by type or pattern, look back.
 *
 * <pre>
 *   publish -> over? known? -> append to the journal -> history -> conflict? -> subscribers -> emitted
 * </pre>
 *
 * <ul>
 * <li><b>Order.</b> All signals have one order, that of the journal, and every subscriber sees them in it. Subscribers
 * of a signal are served in the order in which they subscribed, unless the configuration groups them.
 * <li><b>Publishing while delivering.</b> A signal that a callback publishes is appended at once and delivered after
 * the current one: breadth first, so effects never overtake causes. Likewise a second thread's signal is delivered, in
 * order, by the thread that is delivering already. A chain of more than {@value #MAX_CHAIN} signals, each published in
 * the delivery of the one before, is refused with an {@link IllegalStateException} in the callback, and so is a cascade
 * of more than {@value #MAX_CASCADE}: a signal from outside and all that its delivery sets off.
 * <li><b>Too many publishers.</b> When {@link BusConfig#maxWaiting} signals wait for delivery, other threads wait for
 * room, and are refused when there is none for ten seconds.
 * <li><b>Subscribing while delivering</b> affects later publishes only.
 * <li><b>Failures.</b> Whatever a callback throws, errors too, goes to {@link BusObserver#failed}; the others are
 * served all the same, and the publisher, who may be another thread, is not blamed.
 * <li><b>Conflicts.</b> A proposal that contradicts an earlier one is followed in the log by a signal of type
 * {@code conflict}, by {@value #SELF}; it is in the log before the proposal is delivered, and delivered after it.
 * </ul>
 *
 * <p>Thread-safe. No lock is held while callbacks and observers run, nor while history is read.
 */
public final class SignalBus implements AutoCloseable {

    /** Longest chain of signals each published in the delivery of the one before. */
    public static final int MAX_CHAIN = DeliveryTask.MAX_CHAIN;

    /** Most signals in a cascade, where chains branch: a signal from outside and all that its delivery sets off. */
    public static final int MAX_CASCADE = DeliveryTask.MAX_CASCADE;

    /** Who speaks when the bus does. */
    public static final String SELF = SignalIntake.SELF;

    /** Longest name of a subscriber, in UTF-16 units. */
    private static final int MAX_NAME = 512;

    /** Most signals that leave while publishers wait for the lock. */
    private static final int SWEPT_AT_ONCE = 256;

    /** How often a sweep looks whether the one who waits got in, some hundred microseconds in all. */
    private static final int MAX_SPINS = 10_000;

    private final World world;
    private final SubscriberNotifier notifier;
    private final ExpirySweeper sweeper;

    private final ReentrantLock lock = new ReentrantLock();
    private final SubscriptionTable subscriptions;
    private final SignalIntake intake;
    private final SignalPublisher publisher;

    /** A bus that writes to that journal, which stays the caller's to close. */
    public SignalBus(World world, BusConfig config, Journal journal, BusObserver observer) {
        this.world = world;
        notifier = new SubscriberNotifier(Objects.requireNonNull(observer, "observer"));
        subscriptions = new SubscriptionTable(config.callOrder());
        intake = new SignalIntake(world, config, Objects.requireNonNull(journal, "journal"), subscriptions, notifier);
        DeliveryQueue outbox = new DeliveryQueue(world, lock, config.maxWaiting());
        publisher = new SignalPublisher(world, config.maxWaiting(), lock, intake, outbox, notifier);
        sweeper = new ExpirySweeper(world, config.sweepInterval(), this::sweep);
    }

    /** A bus on the real clocks that keeps nothing but its history and logs failures. */
    public static SignalBus create(BusConfig config) {
        return new SignalBus(World.system(), config, Journal.silent(), BusObserver.SILENT);
    }

    /** Publishes what that source says, now, under a new id unless the draft brings one. */
    public PublishReceipt publish(Source source, Draft draft) {
        return publish(Signal.of(draft, new Stamp(world.nextId("sig"), source, world.now(), Scope.NONE)));
    }

    /** Publishes a signal that its source itself emits. */
    public PublishReceipt publish(Signal signal) {
        return publish(signal, emissionOf(Objects.requireNonNull(signal, "signal")));
    }

    /**
     * Publishes a signal.
     *
     * @throws BusFullException when nothing can be taken for ten seconds, or everything in history is held
     * @throws IllegalStateException when the bus is closed, or the chain or cascade of signals is too long
     * @throws IllegalArgumentException when the journal cannot hold this signal
     * @throws java.io.UncheckedIOException when the journal could not take it; then nobody is told of it
     */
    public PublishReceipt publish(Signal signal, Emission emission) {
        return publisher.publish(Objects.requireNonNull(signal, "signal"), Objects.requireNonNull(emission, "emission"),
                SignalPublisher.DeliveryTiming.IMMEDIATE);
    }

    /**
     * Appends a signal and leaves telling it to {@link #deliver}, for callers that hold a lock which subscribers may
     * want; otherwise like {@link #publish(Signal, Emission)}. It never waits and calls nobody: see
     * {@link #requireRoom} first. When a thousand more wait than may, it is refused.
     */
    public PublishReceipt enqueue(Signal signal, Emission emission) {
        return publisher.publish(Objects.requireNonNull(signal, "signal"), Objects.requireNonNull(emission, "emission"),
                SignalPublisher.DeliveryTiming.DEFERRED);
    }

    /** Tells what was enqueued, unless another thread is at it. */
    public void deliver() {
        publisher.deliver();
    }

    /**
     * Waits until there is room for one more; not in the thread that delivers, which would wait for itself.
     *
     * @throws BusFullException when there is none for ten seconds
     */
    public void requireRoom() {
        publisher.requireRoom();
    }

    /** Calls back for every signal of these types; a second call for the same subscriber and type replaces the first. */
    public void subscribe(String subscriber, Collection<SignalType> types, Consumer<? super Signal> callback) {
        String name = subscriberName(subscriber);
        List<SignalType> wanted = new ArrayList<>();
        Objects.requireNonNull(types, "types").forEach(type -> wanted.add(Objects.requireNonNull(type, "type")));
        Consumer<? super Signal> called = Objects.requireNonNull(callback, "callback");
        runLocked(() -> {
            publisher.requireOpen();
            subscriptions.add(name, wanted, called);
        });
    }

    /**
     * Calls back for every signal whose type matches; a second call for the same subscriber and pattern replaces the
     * first. A subscriber hears a signal once, through the earliest of its subscriptions that matches.
     */
    public void subscribe(String subscriber, Pattern pattern, Consumer<? super Signal> callback) {
        String name = subscriberName(subscriber);
        Pattern wanted = Objects.requireNonNull(pattern, "pattern");
        Consumer<? super Signal> called = Objects.requireNonNull(callback, "callback");
        runLocked(() -> {
            publisher.requireOpen();
            subscriptions.add(name, wanted, called);
        });
    }

    /** Ends the subscription of a subscriber to that very pattern; whether there was one. */
    public boolean unsubscribe(String subscriber, Pattern pattern) {
        return callLocked(() -> subscriptions.remove(subscriber, pattern));
    }

    /** Ends all subscriptions of a subscriber; harmless when there are none. */
    public void unsubscribe(String subscriber) {
        runLocked(() -> subscriptions.remove(subscriber));
    }

    /** All retained signals that are not over, in the order of publishing. */
    public List<Signal> getHistory() {
        return getHistory(SignalFilter.ALL);
    }

    /** The retained signals that pass and are not over, in the order of publishing, as a copy. */
    public List<Signal> getHistory(SignalFilter filter) {
        try (HistorySnapshot snapshot = snapshot(filter)) {
            return snapshot.oldestFirst();
        }
    }

    /** The latest of those, at most that many, the last one published first, as a copy. */
    public List<Signal> latest(SignalFilter filter, int atMost) {
        if (atMost < 0) {
            throw new IllegalArgumentException("atMost must be at least 0, got " + atMost);
        }
        try (HistorySnapshot snapshot = snapshot(filter)) {
            return snapshot.newestFirst(atMost);
        }
    }

    /** How many signals are retained, with those that are over but not swept yet. */
    public int historySize() {
        return callLocked(() -> intake.history().size());
    }

    /**
     * Keeps what passes from being evicted, what is there and what comes, until the hold is closed; what nobody holds
     * leaves instead, and when everything is held, publishing is refused. What is over leaves all the same. Opening and
     * closing one looks at all that is retained.
     */
    public HistoryHold hold(SignalFilter filter) {
        Objects.requireNonNull(filter, "filter");
        HistoryHold hold = new HistoryHold() {
            @Override
            public void close() {
                runLocked(() -> intake.history().release(this));
            }
        };
        runLocked(() -> intake.history().hold(hold, filter));
        return hold;
    }

    /** The conflicts that nobody resolved yet and whose signals are retained and not over, oldest first, as a copy. */
    public List<ConflictPair> getConflicts() {
        return callLocked(() -> intake.openConflicts(world.now()));
    }

    /** Marks the conflict of these two signals, in either order, as resolved; whether there was one. */
    public boolean resolveConflict(String oneSignalId, String otherSignalId) {
        return callLocked(() -> intake.detector().open().remove(oneSignalId, otherSignalId));
    }

    /** Lets the signals that are over leave history; how many. Publishers wait for a few of them at most. */
    public int sweep() {
        Instant now = world.now();
        List<ExpiredSignal> left = new ArrayList<>();
        int before;
        do {
            before = left.size();
            left.addAll(callLocked(() -> intake.sweep(now, SWEPT_AT_ONCE)));
            yieldLock();
        } while (left.size() - before == SWEPT_AT_ONCE);
        if (!left.isEmpty()) {
            left.sort(Comparator.comparingLong(ExpiredSignal::position));
            publisher.enqueueNotice("a sweep", SignalPublisher.DeliveryTiming.IMMEDIATE,
                    () -> left.forEach(leaver -> notifier.expired(leaver.signal())));
        }
        return left.size();
    }

    public BusCounts counts() {
        return callLocked(intake::counts);
    }

    /** Ends the sweeps; forgets subscribers, history and conflicts; the journal stays open. Twice is harmless. */
    @Override
    public void close() {
        sweeper.close();
        runLocked(() -> {
            publisher.close();
            subscriptions.clear();
            intake.clear();
        });
    }

    /** A thread that waits for the lock needs longer to wake up than a sweep to take it again. */
    private void yieldLock() {
        for (int i = 0; i < MAX_SPINS && lock.hasQueuedThreads(); i++) {
            Thread.onSpinWait();
        }
    }

    private HistorySnapshot snapshot(SignalFilter filter) {
        Objects.requireNonNull(filter, "filter");
        lock.lock();
        try {
            return intake.history().snapshot(filter, world.now());
        } finally {
            lock.unlock();
        }
    }

    private void runLocked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private <T> T callLocked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    private static String subscriberName(String name) {
        if (Objects.requireNonNull(name, "subscriber").isBlank() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("subscriber must be a name of 1 to " + MAX_NAME + " characters, got "
                    + (name.isBlank() ? "\"" + name + "\"" : name.length() + " characters"));
        }
        return name;
    }

    private static Emission emissionOf(Signal signal) {
        String label = signal.source().label();
        return Emission.by(label.isEmpty() ? "unknown" : label);
    }
}
