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
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.history.store.ExpiredSignal;
import dev.waggle.signal.history.store.HistorySnapshot;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;

/**
 * The signal bus: publish, subscribe by type or pattern, query the history.
 *
 * <pre>
 *   publish -> over? known? -> append to the journal -> history -> conflict? -> subscribers -> emitted
 * </pre>
 *
 * <ul>
 * <li><b>Order.</b> All signals have one order, the journal's, and every subscriber receives them in it. Subscribers
 * of a signal are served in the order in which they subscribed, unless the configuration groups them.
 * <li><b>Publishing while delivering.</b> A signal that a callback publishes is appended at once and delivered after
 * the current one: breadth first, so effects never overtake causes. A second thread's signal is delivered, in order,
 * by the current dispatching thread. In a chain, each signal is published in the delivery of the one before. A chain
 * of more than {@value #MAX_CHAIN} signals is refused with an {@link IllegalStateException} in the callback. So is a
 * cascade of more than {@value #MAX_CASCADE}: an outside signal and all that its delivery causes.
 * <li><b>Too many publishers.</b> When {@link BusConfig#maxWaiting} signals wait for delivery, other threads wait for
 * room. They are refused when there is none for ten seconds.
 * <li><b>Subscribing while delivering</b> affects later publishes only.
 * <li><b>Failures.</b> Exceptions and errors of a callback go to {@link BusObserver#failed}. The other subscribers
 * are served all the same, and the publisher, perhaps another thread, does not receive them.
 * <li><b>Conflicts.</b> A proposal that contradicts an earlier one is followed in the log by a signal of type
 * {@code conflict}, by {@value #SELF}. It is in the log before the proposal is delivered, and delivered after it.
 * </ul>
 *
 * <p>Thread-safe. No lock is held while callbacks and observers run, nor while history is read.
 */
public final class SignalBus implements AutoCloseable {

    /** Maximum length of a chain of signals, each published in the delivery of the one before. */
    public static final int MAX_CHAIN = DeliveryTask.MAX_CHAIN;

    /** Maximum number of signals in a cascade, where chains branch: an outside signal and all its effects. */
    public static final int MAX_CASCADE = DeliveryTask.MAX_CASCADE;

    /** Source of the signals that the bus itself publishes. */
    public static final String SELF = SignalIntake.SELF;

    /** Maximum length of a subscriber's name, in UTF-16 units. */
    private static final int MAX_NAME = 512;

    /** Maximum number of signals swept while publishers wait for the lock. */
    private static final int SWEPT_AT_ONCE = 256;

    /** Maximum number of checks whether a waiting thread got the lock, some hundred microseconds in all. */
    private static final int MAX_SPINS = 10_000;

    private final World world;
    private final SubscriberNotifier notifier;
    private final ExpirySweeper sweeper;

    private final ReentrantLock lock = new ReentrantLock();
    private final SubscriptionTable subscriptions;
    private final SignalIntake intake;
    private final SignalPublisher publisher;

    /** Creates a bus that writes to that journal; the caller closes the journal. */
    public SignalBus(World world, BusConfig config, Journal journal, BusObserver observer) {
        this.world = world;
        notifier = new SubscriberNotifier(Objects.requireNonNull(observer, "observer"));
        subscriptions = new SubscriptionTable(config.callOrder());
        intake = new SignalIntake(world, config, Objects.requireNonNull(journal, "journal"), subscriptions, notifier);
        DeliveryQueue deliveries = new DeliveryQueue(world, lock, config.maxWaiting());
        publisher = new SignalPublisher(world, config.maxWaiting(), lock, intake, deliveries, notifier);
        sweeper = new ExpirySweeper(world, config.sweepInterval(), this::sweep);
    }

    /** Creates a bus on the real clocks that stores nothing but its history and logs failures. */
    public static SignalBus create(BusConfig config) {
        return new SignalBus(World.system(), config, Journal.silent(), BusObserver.SILENT);
    }

    /** Publishes a draft of that source, now, under a new id unless the draft brings one. */
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
     * @throws BusFullException when there is no room for ten seconds, or everything in history is held
     * @throws IllegalStateException when the bus is closed, or the chain or cascade of signals is too long
     * @throws IllegalArgumentException when the journal cannot hold this signal
     * @throws java.io.UncheckedIOException when the journal fails to append it; then it is not delivered
     */
    public PublishReceipt publish(Signal signal, Emission emission) {
        return publisher.publish(Objects.requireNonNull(signal, "signal"), Objects.requireNonNull(emission, "emission"),
                SignalPublisher.DeliveryTiming.IMMEDIATE);
    }

    /**
     * Appends a signal and leaves its delivery to {@link #deliver}, for callers that hold a lock which subscribers
     * may want. Otherwise like {@link #publish(Signal, Emission)}. It never waits and calls no subscriber: see
     * {@link #requireRoom} first. It refuses the signal when a thousand more wait than the limit allows.
     */
    public PublishReceipt enqueue(Signal signal, Emission emission) {
        return publisher.publish(Objects.requireNonNull(signal, "signal"), Objects.requireNonNull(emission, "emission"),
                SignalPublisher.DeliveryTiming.DEFERRED);
    }

    /** Delivers the enqueued signals, unless another thread is delivering. */
    public void deliver() {
        publisher.deliver();
    }

    /**
     * Waits until there is room for one more. Does not wait in the dispatching thread, which would wait for itself.
     *
     * @throws BusFullException when there is none for ten seconds
     */
    public void requireRoom() {
        publisher.requireRoom();
    }

    /** Calls back for every signal of these types; a later call for the same subscriber and type replaces it. */
    public void subscribe(String subscriber, Collection<SignalType> types, Consumer<? super Signal> callback) {
        String name = subscriberName(subscriber);
        List<SignalType> selectedTypes = new ArrayList<>();
        Objects.requireNonNull(types, "types").forEach(type -> selectedTypes.add(Objects.requireNonNull(type, "type")));
        Consumer<? super Signal> called = Objects.requireNonNull(callback, "callback");
        runLocked(() -> {
            publisher.requireOpen();
            subscriptions.add(name, selectedTypes, called);
        });
    }

    /**
     * Calls back for every signal whose type matches; a second call for the same subscriber and pattern replaces the
     * first. A subscriber receives a signal once, through the earliest of its subscriptions that matches.
     */
    public void subscribe(String subscriber, Pattern pattern, Consumer<? super Signal> callback) {
        String name = subscriberName(subscriber);
        Pattern filter = Objects.requireNonNull(pattern, "pattern");
        Consumer<? super Signal> called = Objects.requireNonNull(callback, "callback");
        runLocked(() -> {
            publisher.requireOpen();
            subscriptions.add(name, filter, called);
        });
    }

    /** Ends the subscription of a subscriber to exactly that pattern; returns true if there was one. */
    public boolean unsubscribe(String subscriber, Pattern pattern) {
        return callLocked(() -> subscriptions.remove(subscriber, pattern));
    }

    /** Ends all subscriptions of a subscriber; harmless when there are none. */
    public void unsubscribe(String subscriber) {
        runLocked(() -> subscriptions.remove(subscriber));
    }

    /** Returns all retained signals that have not expired, in the order of publishing. */
    public List<Signal> getHistory() {
        return getHistory(SignalFilter.ALL);
    }

    /** Returns the retained signals that pass and have not expired, in the order of publishing, as a copy. */
    public List<Signal> getHistory(SignalFilter filter) {
        try (HistorySnapshot snapshot = snapshot(filter)) {
            return snapshot.oldestFirst();
        }
    }

    /** Returns the latest signals that pass, at most that many, the last one published first, as a copy. */
    public List<Signal> latest(SignalFilter filter, int atMost) {
        if (atMost < 0) {
            throw new IllegalArgumentException("atMost must be at least 0, got " + atMost);
        }
        try (HistorySnapshot snapshot = snapshot(filter)) {
            return snapshot.newestFirst(atMost);
        }
    }

    /** Returns the number of retained signals, including expired ones that are not swept yet. */
    public int historySize() {
        return callLocked(() -> intake.history().size());
    }

    /**
     * Protects the signals that pass, present and future, from eviction until the hold is closed. Other signals are
     * evicted instead, and publishing is refused when everything is held. Expired signals leave all the same. Opening
     * and closing a hold visits all retained signals.
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

    /** Returns the unresolved conflicts with retained and unexpired signals, oldest first, as a copy. */
    public List<ConflictPair> getConflicts() {
        return callLocked(() -> intake.openConflicts(world.now()));
    }

    /** Marks the conflict of these two signals, in either order, as resolved; returns true if there was one. */
    public boolean resolveConflict(String oneSignalId, String otherSignalId) {
        return callLocked(() -> intake.detector().open().remove(oneSignalId, otherSignalId));
    }

    /** Removes the expired signals from history and returns their number. Publishers wait for a few of them at most. */
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
                    () -> left.forEach(expired -> notifier.expired(expired.signal())));
        }
        return left.size();
    }

    public BusCounts counts() {
        return callLocked(intake::counts);
    }

    /** Ends the sweeps and discards subscribers, history and conflicts; the journal stays open. Idempotent. */
    @Override
    public void close() {
        sweeper.close();
        runLocked(() -> {
            publisher.close();
            subscriptions.clear();
            intake.clear();
        });
    }

    /** Yields the lock. A thread that waits for it needs longer to wake up than a sweep to take it again. */
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
