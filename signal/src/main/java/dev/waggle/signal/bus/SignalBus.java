package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The bus: publish, subscribe by type, look back.
 *
 * <pre>
 *   publish -> over? -> append to the journal -> history -> conflict? -> subscribers -> emitted
 * </pre>
 *
 * <ul>
 * <li><b>Order.</b> All signals have one order, that of the journal, and every subscriber sees them in it. Subscribers
 * of a type are served in the order in which they subscribed to it.
 * <li><b>Publishing while delivering.</b> A signal that a callback publishes is appended at once and delivered after
 * the current one: breadth first, so effects never overtake causes. Likewise a second thread's signal is delivered, in
 * order, by the thread that is delivering already. A chain of more than {@value #MAX_CHAIN} signals, each published in
 * the delivery of the one before, is refused with an {@link IllegalStateException} in the callback, and so is a cascade
 * of more than {@value #MAX_CASCADE}: a signal from outside and all that its delivery sets off.
 * <li><b>Subscribing while delivering</b> affects later publishes only.
 * <li><b>Failures.</b> Whatever a callback throws, errors too, goes to {@link BusObserver#failed}; the others are
 * served all the same, and the publisher, who may be another thread, is not blamed.
 * </ul>
 *
 * <p>Thread-safe. No lock is held while callbacks and observers run.
 */
public final class SignalBus implements AutoCloseable {

    /** Longest chain of signals each published in the delivery of the one before. */
    public static final int MAX_CHAIN = 1000;

    /** Most signals in a cascade, where chains branch: a signal from outside and all that its delivery sets off. */
    public static final int MAX_CASCADE = 100_000;

    private static final Route[] NOBODY = {};

    private final World world;
    private final BusConfig config;
    private final Journal journal;
    private final BusObserver observer;

    private final ReentrantLock lock = new ReentrantLock();
    private final History history;
    private final ConflictDetector detector = new ConflictDetector();
    private final Map<SignalType, Route[]> routes = new HashMap<>();
    private final Queue<Delivery> waiting = new ArrayDeque<>();
    private @Nullable Thread deliverer;
    private @Nullable Delivery current;
    private volatile boolean closed;

    public SignalBus(World world, BusConfig config, Journal journal, BusObserver observer) {
        this.world = world;
        this.config = config;
        this.journal = journal;
        this.observer = observer;
        this.history = new History(config.maxHistorySize());
    }

    /** Publishes a signal that its source itself emits. */
    public Receipt publish(Signal signal) {
        String label = signal.source().label();
        return publish(signal, Emission.by(label.isEmpty() ? "unknown" : label));
    }

    /**
     * Publishes a signal.
     *
     * @throws IllegalStateException when the bus is closed or the chain or cascade of signals is too long
     * @throws java.io.UncheckedIOException when the journal could not take it; then nobody is told of it
     */
    public Receipt publish(Signal signal, Emission emission) {
        requireOpen();
        Instant now = world.now();
        if (signal.lifetime().isOver(signal.time(), now, config.defaultTtl())) {
            guarded(() -> observer.expired(signal), "signal-bus.observer");
            return new Receipt.Expired(signal);
        }
        LogEntry entry;
        Delivery first;
        lock.lock();
        try {
            Delivery delivery = admit(signal, emission, now);
            entry = delivery.entry();
            waiting.add(delivery);
            if (deliverer != null) {
                return new Receipt.Published(entry);
            }
            deliverer = Thread.currentThread();
            first = waiting.remove();
            current = first;
        } finally {
            lock.unlock();
        }
        deliverAll(first);
        return new Receipt.Published(entry);
    }

    /** Calls back for every signal of these types; a second call for the same subscriber and type replaces the first. */
    public void subscribe(String subscriber, Collection<SignalType> types, Consumer<? super Signal> callback) {
        lock.lock();
        try {
            requireOpen();
            for (SignalType type : types) {
                routes.merge(type, new Route[] {new Route(subscriber, callback)}, SignalBus::replaceOrAdd);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends all subscriptions of a subscriber; harmless when there are none. */
    public void unsubscribe(String subscriber) {
        lock.lock();
        try {
            routes.replaceAll((type, of) -> without(of, subscriber));
            routes.values().removeIf(of -> of.length == 0);
        } finally {
            lock.unlock();
        }
    }

    /** All retained signals in the order of publishing. */
    public List<Signal> getHistory() {
        return getHistory(SignalFilter.ALL);
    }

    /** The retained signals that pass, in the order of publishing, as a copy. */
    public List<Signal> getHistory(SignalFilter filter) {
        lock.lock();
        try {
            return history.select(filter);
        } finally {
            lock.unlock();
        }
    }

    /** How many signals are retained. */
    public int historySize() {
        lock.lock();
        try {
            return history.size();
        } finally {
            lock.unlock();
        }
    }

    /** The conflicts that nobody resolved yet, oldest first, as a copy. */
    public List<ConflictPair> getConflicts() {
        lock.lock();
        try {
            return detector.unresolved();
        } finally {
            lock.unlock();
        }
    }

    /** Marks the conflict of these two signals, in either order, as resolved; harmless when there is none. */
    public void resolveConflict(String oneSignalId, String otherSignalId) {
        lock.lock();
        try {
            detector.markResolved(oneSignalId, otherSignalId);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets subscribers, history and conflicts; the journal stays open. Closing twice is harmless. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            routes.clear();
            waiting.clear();
            history.clear();
            detector.clear();
        } finally {
            lock.unlock();
        }
    }

    private Delivery admit(Signal signal, Emission emission, Instant now) {
        requireOpen();
        Delivery cause = Thread.currentThread().equals(deliverer) ? current : null;
        int link = cause == null ? 1 : cause.link() + 1;
        Cascade cascade = cause == null ? new Cascade(signal.id()) : cause.cascade();
        if (link > MAX_CHAIN) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + link + " in a chain of signals that cause each other"
                    + "\nMaybe a subscriber answers its own signals.");
        }
        if (cascade.size == MAX_CASCADE) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + (MAX_CASCADE + 1) + " in the cascade that " + cascade.rootId + " set off"
                    + "\nMaybe subscribers answer each other.");
        }
        LogEntry entry = journal.append(signal, emission, now);
        history.add(signal).ifPresent(detector::forget);
        Optional<ConflictPair> pair = config.detectConflicts() ? detector.check(signal, now) : Optional.empty();
        cascade.size++;
        return new Delivery(entry, pair.orElse(null), routes.getOrDefault(signal.type(), NOBODY), link, cascade);
    }

    private void deliverAll(Delivery first) {
        Delivery next = first;
        boolean finished = false;
        try {
            while (next != null) {
                deliver(next);
                next = takeNext();
            }
            finished = true;
        } finally {
            if (!finished) {
                // The machine itself failed, such as out of memory; the next publisher delivers what waits.
                lock.lock();
                try {
                    deliverer = null;
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    private @Nullable Delivery takeNext() {
        lock.lock();
        try {
            Delivery next = waiting.poll();
            current = next;
            if (next == null) {
                deliverer = null;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void deliver(Delivery delivery) {
        Signal signal = delivery.entry().signal();
        ConflictPair pair = delivery.conflict();
        if (pair != null) {
            guarded(() -> observer.conflict(pair), "signal-bus.observer");
        }
        for (Route route : delivery.routes()) {
            if (served(route, signal)) {
                guarded(() -> observer.delivered(signal, route.subscriber()), "signal-bus.observer");
            }
        }
        guarded(() -> observer.emitted(signal), "signal-bus.observer");
    }

    private boolean served(Route route, Signal signal) {
        try {
            route.callback().accept(signal);
            return true;
        } catch (Throwable error) {
            guarded(() -> observer.failed(error, "signal-bus.deliver." + route.subscriber()), "signal-bus.observer");
            return false;
        }
    }

    private void guarded(Runnable notice, String context) {
        try {
            notice.run();
        } catch (Throwable error) {
            try {
                observer.failed(error, context);
            } catch (Throwable again) {
                if (!again.equals(error)) {
                    error.addSuppressed(again);
                }
                System.getLogger(SignalBus.class.getName()).log(System.Logger.Level.ERROR,
                        "a bus observer failed while it was told of a failure", error);
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the bus is closed");
        }
    }

    private static Route[] replaceOrAdd(Route[] old, Route[] added) {
        Route route = added[0];
        for (int i = 0; i < old.length; i++) {
            if (old[i].subscriber().equals(route.subscriber())) {
                Route[] replaced = old.clone();
                replaced[i] = route;
                return replaced;
            }
        }
        Route[] grown = Arrays.copyOf(old, old.length + 1);
        grown[old.length] = route;
        return grown;
    }

    private static Route[] without(Route[] routes, String subscriber) {
        return Arrays.stream(routes).filter(route -> !route.subscriber().equals(subscriber)).toArray(Route[]::new);
    }

    private record Route(String subscriber, Consumer<? super Signal> callback) {}

    /** A signal on its way to those who subscribed when it was published. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; the array is a shared snapshot that nobody changes.
    private record Delivery(LogEntry entry, @Nullable ConflictPair conflict, Route[] routes, int link,
            Cascade cascade) {}

    /** How many signals one from outside has set off, itself counted. Guarded by the lock of the bus. */
    private static final class Cascade {

        private final String rootId;
        private int size;

        Cascade(String rootId) {
            this.rootId = rootId;
        }
    }
}
