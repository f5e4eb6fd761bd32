package dev.waggle.signal.bus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.bus.SubscriptionRegistry.SignalSelection;
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
 * by the current dispatching thread. So a publish may return before its signal is delivered; {@link #awaitDelivery}
 * waits for that. A publisher delivers at most {@value #MAX_FOR_OTHERS} signals of other threads. A thread of the bus
 * continues after that, in the same order, until nothing waits. In a chain, each signal is published in the delivery of the one before. A chain
 * of more than {@value #MAX_CHAIN} signals is refused with an {@link IllegalStateException} in the callback. So is a
 * cascade of more than {@value #MAX_CASCADE}: an outside signal and all that its delivery causes.
 * <li><b>Too many publishers.</b> When {@link BusConfig#maxWaiting} signals wait for delivery, other threads wait for
 * room, and pass in the order in which they came. They are refused when there is none for ten seconds.
 * <li><b>Subscribing while delivering</b> affects later publishes only.
 * <li><b>Subscriptions add.</b> A subscriber and a callback are an entry. A second subscription of a subscriber adds
 * to its first, and {@link BusSubscription#close} ends exactly one. Each entry receives a signal once, through the
 * earliest of its subscriptions that matches. So one callback object that is subscribed twice is called once, and two
 * callbacks of one subscriber are both called.
 * <li><b>Asynchronous subscribers</b> have a bounded queue and a virtual thread of their own each. A publish in such a
 * callback is delivered by another thread and begins a new chain. It never waits for room.
 * <li><b>Failures.</b> Exceptions and errors of a callback go to {@link BusObserver#failed}. The other subscribers
 * are served all the same, and the publisher, perhaps another thread, does not receive them.
 * <li><b>Conflicts.</b> A signal that contradicts an earlier one, by the {@link ConflictDetector} of the
 * configuration, is followed in the log by a signal of type {@code conflict}, by {@value #SELF}. That is in the log
 * before the contradicting one is delivered, and delivered after it.
 * </ul>
 *
 * <p>Thread-safe. No lock is held while callbacks and observers run, nor while history is read.
 */
public final class SignalBus implements AutoCloseable {

    /** Maximum length of a chain of signals, each published in the delivery of the one before. */
    public static final int MAX_CHAIN = DeliveryTask.MAX_CHAIN;

    /** Maximum number of signals in a cascade, where chains branch: an outside signal and all its effects. */
    public static final int MAX_CASCADE = DeliveryTask.MAX_CASCADE;

    /** Maximum number of signals of other threads that a publish delivers before it returns. */
    public static final int MAX_FOR_OTHERS = DeliveryQueue.MAX_FOR_OTHERS;

    /** Source of the signals that the bus itself publishes. */
    public static final String SELF = SignalIntake.SELF;

    /** Maximum number of signals swept while publishers wait for the lock. */
    private static final int SWEPT_AT_ONCE = 256;

    /** Maximum number of checks whether a waiting thread got the lock, some hundred microseconds in all. */
    private static final int MAX_SPINS = 10_000;

    private final World world;
    private final SubscriberNotifier notifier;
    private final ExpirySweeper sweeper;

    private final ReentrantLock lock = new ReentrantLock();
    private final SubscriptionRegistry subscriptions;
    private final RequestTable requests;
    private final SignalIntake intake;
    private final SignalPublisher publisher;

    /** Creates a bus that writes to that journal; the caller closes the journal. */
    public SignalBus(World world, BusConfig config, Journal journal, BusObserver observer) {
        this.world = world;
        notifier = new SubscriberNotifier(Objects.requireNonNull(observer, "observer"), lock);
        SubscriptionTable table = new SubscriptionTable(config.callOrder());
        requests = new RequestTable(world, lock);
        intake = new SignalIntake(world, config, Objects.requireNonNull(journal, "journal"), table, requests, notifier);
        DeliveryQueue deliveries = new DeliveryQueue(world, lock, config.maxWaiting());
        publisher = new SignalPublisher(world, config.maxWaiting(), lock, intake, deliveries, notifier);
        subscriptions = new SubscriptionRegistry(world, lock, table, publisher, notifier);
        sweeper = new ExpirySweeper(world, config.sweepInterval(), this::sweep);
    }

    /** Creates a bus on the real clocks that stores nothing but its history and logs failures. */
    public static SignalBus create(BusConfig config) {
        return new SignalBus(World.system(), config, Journal.silent(), BusObserver.SILENT);
    }

    /** Publishes a draft of that source, now, under a new id unless the draft brings one. */
    public PublishReceipt publish(Source source, Draft draft) {
        return publish(source, draft, Scope.NONE);
    }

    /** Publishes a draft of that source like {@link #publish(Source, Draft)}, in that tenant, thread, run or round. */
    public PublishReceipt publish(Source source, Draft draft, Scope scope) {
        return publish(signalOf(source, draft, scope));
    }

    /** Publishes a signal that its source itself emits. */
    public PublishReceipt publish(Signal signal) {
        return publish(signal, Emission.of(Objects.requireNonNull(signal, "signal").source()));
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
     * Waits until no signal waits for delivery: what was published and its effects are delivered, by this thread or
     * another one. Also ends with the bus. Asynchronous subscribers have the signals in their queues then. While other
     * threads publish, it may wait for their signals too.
     *
     * @throws IllegalStateException in a callback, which deliveries wait for
     */
    public void awaitDelivery() throws InterruptedException {
        publisher.awaitDelivery();
    }

    /**
     * Waits until there is room for one more. Does not wait in the dispatching thread, which would wait for itself.
     *
     * @throws BusFullException when there is none for ten seconds
     */
    public void requireRoom() {
        publisher.requireRoom();
    }

    /** Publishes a request like {@link #request(Source, Draft, Scope, Duration)}, without a scope. */
    public CompletableFuture<Signal> request(Source source, Draft draft, Duration deadline) {
        return request(source, draft, Scope.NONE, deadline);
    }

    /**
     * Publishes a request and returns the future first signal whose {@link dev.waggle.signal.Links#replyTo} is its id.
     * A future rather than a wait, because a callback of the bus may request and must not wait for a delivery. The
     * dispatching thread completes it after the subscribers of the reply. Dependent stages run there.
     *
     * <p>The future fails with a {@link java.util.concurrent.TimeoutException} when there is no reply in time, and
     * with an {@link IllegalStateException} when the bus is closed before. The bus retains nothing of a request whose
     * future is done, cancelled or completed by the caller.
     *
     * <p>The deadline counts from this call. Like any publish, the call may itself deliver signals or wait for room, so
     * it may return later than that. The future has failed then, and a reply after it is not taken.
     *
     * @param deadline maximum time for the reply, by the stopwatch of the world, greater than zero
     * @throws IllegalArgumentException when the deadline is not positive, or the signal was refused as expired or as a
     *     duplicate
     * @throws IllegalStateException when the bus is closed or full, or 10,000 requests wait for a reply
     */
    public CompletableFuture<Signal> request(Source source, Draft draft, Scope scope, Duration deadline) {
        if (!Objects.requireNonNull(deadline, "deadline").isPositive()) {
            throw new IllegalArgumentException("deadline must be greater than zero, got " + deadline);
        }
        Signal request = signalOf(source, draft, scope);
        RequestTable.OpenRequest open = requests.open(request, deadline);
        boolean published = false;
        try {
            requests.watch(open);
            PublishReceipt receipt = publish(request);
            if (!(receipt instanceof PublishReceipt.Published)) {
                throw new IllegalArgumentException("request " + request.id() + " was not published: "
                        + (receipt instanceof PublishReceipt.Expired ? "it had expired" : "its id is not new")
                        + "\nMaybe a longer TTL, or a draft without an id.");
            }
            published = true;
        } finally {
            if (!published) {
                open.reply().cancel(false);
            }
        }
        return open.reply();
    }

    /** Calls back for every signal of these types. */
    public BusSubscription subscribe(String subscriber, Collection<SignalType> types,
            Consumer<? super Signal> callback) {
        return subscriptions.subscribe(subscriber, SignalSelection.of(types), callback);
    }

    /** Calls back for every signal whose type matches. */
    public BusSubscription subscribe(String subscriber, Pattern pattern, Consumer<? super Signal> callback) {
        return subscriptions.subscribe(subscriber, SignalSelection.of(pattern), callback);
    }

    /**
     * Calls back with every signal of the swarm type that the payload belongs to, and the payload.
     *
     * @throws IllegalArgumentException for {@link Payload.Open}, which has no type of its own
     */
    public <P extends Payload> BusSubscription subscribe(String subscriber, Class<P> payload,
            BiConsumer<? super Signal, ? super P> callback) {
        TypedCallback<P> typed = new TypedCallback<>(payload, callback);
        return subscriptions.subscribe(subscriber, SignalSelection.of(List.of(typed.type())), typed);
    }

    /** Calls back for every signal of these types, through a queue and on a thread of its own. */
    public AsyncSubscription subscribeAsync(String subscriber, Collection<SignalType> types,
            SubscriberQueueConfig queue, AsyncSubscriber callback) {
        return subscriptions.subscribeAsync(subscriber, SignalSelection.of(types), queue, callback);
    }

    /** Calls back for every signal whose type matches, through a queue and on a thread of its own. */
    public AsyncSubscription subscribeAsync(String subscriber, Pattern pattern, SubscriberQueueConfig queue,
            AsyncSubscriber callback) {
        return subscriptions.subscribeAsync(subscriber, SignalSelection.of(pattern), queue, callback);
    }

    /** Returns a publisher like {@link #publisher(Pattern, SubscriberQueueConfig)}: 256 signals, then an error. */
    public Flow.Publisher<Signal> publisher(Pattern pattern) {
        return publisher(pattern, SignalFlowPublisher.DEFAULT_QUEUE);
    }

    /**
     * Returns a publisher of the later signals whose type matches, for any number of subscribers. Each has a queue for
     * the signals that it has not requested yet, and a thread of its own. The bus knows it as {@code flow:} and the
     * pattern. {@link OverflowPolicy#CLOSE} of a full queue becomes {@code onError}, after the requested signals. The
     * other policies lose signals, which the observer is told. The end of the bus or of the subscription becomes
     * {@code onComplete}, after the signals in the queue, however late they are requested.
     */
    public Flow.Publisher<Signal> publisher(Pattern pattern, SubscriberQueueConfig queue) {
        return new SignalFlowPublisher(subscriptions, pattern, queue);
    }

    /** Ends the subscriptions of a subscriber to exactly that pattern; returns true if there was one. */
    public boolean unsubscribe(String subscriber, Pattern pattern) {
        return subscriptions.unsubscribe(subscriber, pattern);
    }

    /** Ends all subscriptions of a subscriber; harmless when there are none. */
    public void unsubscribe(String subscriber) {
        subscriptions.unsubscribe(subscriber);
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

    /**
     * Returns the unresolved conflicts with retained and unexpired signals, as a copy, by the age of the later signals.
     * When an earlier signal leaves, the later one is in conflict with the next rival that is retained, if any. That
     * holds even if the conflict with the one that left was resolved.
     */
    public List<ConflictPair> getConflicts() {
        return callLocked(() -> intake.openConflicts(world.now()));
    }

    /**
     * Marks the conflict of these two signals, in either order, as resolved; returns true if {@link #getConflicts} has
     * it. The later signal is in no conflict then, until the earlier one leaves.
     */
    public boolean resolveConflict(String oneSignalId, String otherSignalId) {
        return changeLocked(() -> intake.resolveConflict(oneSignalId, otherSignalId, world.now()));
    }

    /** Removes the expired signals from history and returns their number. Publishers wait for a few of them at most. */
    public int sweep() {
        Instant now = world.now();
        List<ExpiredSignal> left = new ArrayList<>();
        int before;
        do {
            before = left.size();
            left.addAll(changeLocked(() -> intake.sweep(now, SWEPT_AT_ONCE)));
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

    /**
     * Ends the sweeps and discards subscribers, history, conflicts and undelivered signals, as {@link #awaitDelivery}
     * waits for delivery; the journal stays open. Open requests fail.
     * Asynchronous subscribers still receive the signals in their queues. Idempotent, and does not wait.
     */
    @Override
    public void close() {
        runLocked(() -> {
            publisher.close();
            subscriptions.close();
            intake.clear();
        });
        sweeper.close();
        requests.close();
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
        publisher.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private <T> T changeLocked(Supplier<T> change) {
        publisher.lock();
        try {
            return change.get();
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

    private Signal signalOf(Source source, Draft draft, Scope scope) {
        return Signal.of(draft, new Stamp(world.nextId("sig"), source, world.now(), scope));
    }

    /** Returns the number of requests that wait for a reply. */
    int openRequests() {
        return requests.size();
    }
}
