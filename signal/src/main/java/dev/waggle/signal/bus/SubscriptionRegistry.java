package dev.waggle.signal.bus;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.AsyncSubscriber.EndReason;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the subscriptions of a bus: creates and ends them, and starts and ends the queues of asynchronous ones.
 * The table that it fills is guarded by the lock of the bus.
 */
final class SubscriptionRegistry {

    /** Maximum length of a subscriber's name, in UTF-16 units. */
    private static final int MAX_NAME = 512;

    private final World world;
    private final ReentrantLock lock;
    private final SubscriptionTable table;
    private final SignalPublisher publisher;
    private final SubscriberNotifier notifier;

    SubscriptionRegistry(World world, ReentrantLock lock, SubscriptionTable table, SignalPublisher publisher,
            SubscriberNotifier notifier) {
        this.world = world;
        this.lock = lock;
        this.table = table;
        this.publisher = publisher;
        this.notifier = notifier;
    }

    /**
     * Selection of signals.
     *
     * @param types the selected types; empty when a pattern selects
     * @param pattern the pattern that selects, or {@code null}
     */
    record SignalSelection(Set<SignalType> types, @Nullable Pattern pattern) {

        SignalSelection {
            types = Set.copyOf(types);
        }

        static SignalSelection of(Collection<SignalType> types) {
            Objects.requireNonNull(types, "types").forEach(type -> Objects.requireNonNull(type, "type"));
            return new SignalSelection(Set.copyOf(types), null);
        }

        static SignalSelection of(Pattern pattern) {
            return new SignalSelection(Set.of(), Objects.requireNonNull(pattern, "pattern"));
        }
    }

    BusSubscription subscribe(String subscriber, SignalSelection selection, Consumer<? super Signal> callback) {
        String name = subscriberName(subscriber);
        Objects.requireNonNull(callback, "callback");
        return callLocked(() -> add(name, selection, callback, null));
    }

    AsyncSubscription subscribeAsync(String subscriber, SignalSelection selection, SubscriberQueueConfig config,
            AsyncSubscriber callback) {
        AsyncSubscription queue = open(subscriberName(subscriber), selection,
                Objects.requireNonNull(config, "queue"), Objects.requireNonNull(callback, "callback"), Long.MAX_VALUE);
        queue.thread().start();
        return queue;
    }

    /** Opens a queue whose thread the caller starts; until then signals wait in it. */
    AsyncSubscription open(String name, SignalSelection selection, SubscriberQueueConfig config,
            AsyncSubscriber callback, long demand) {
        QueueLink link = new QueueLink();
        AsyncSubscription queue = new AsyncSubscription(name, config, callback, demand, world, link);
        return callLocked(() -> {
            link.route = add(name, selection, queue::offer, queue);
            publisher.addConsumer(queue.thread());
            return queue;
        });
    }

    /** Ends a subscription; harmless when it is absent. */
    void end(BusSubscription subscription) {
        endAll(callLocked(() -> table.remove(subscription) ? List.of(subscription) : List.of()));
    }

    /** Ends the subscriptions of a subscriber to exactly that pattern; returns true if there was one. */
    boolean unsubscribe(String subscriber, Pattern pattern) {
        List<BusSubscription> removed = callLocked(() -> table.remove(subscriber, pattern));
        endAll(removed);
        return !removed.isEmpty();
    }

    void unsubscribe(String subscriber) {
        endAll(callLocked(() -> table.remove(subscriber)));
    }

    /** <i>Locked.</i> Ends all subscriptions because the bus closes. */
    void close() {
        finishAll(table.clear(), EndReason.BUS_CLOSED);
    }

    /** <i>Locked.</i> */
    private BusSubscription add(String name, SignalSelection selection, Consumer<? super Signal> callback,
            @Nullable AsyncSubscription queue) {
        publisher.requireOpen();
        BusSubscription added = new BusSubscription(table.nextNumber(), name, selection.types(), selection.pattern(),
                callback, queue, this::end);
        table.add(added);
        return added;
    }

    private static void endAll(List<BusSubscription> removed) {
        finishAll(removed, EndReason.CLOSED);
    }

    private static void finishAll(List<BusSubscription> removed, EndReason reason) {
        for (BusSubscription subscription : removed) {
            AsyncSubscription queue = subscription.queue();
            if (queue != null) {
                queue.finish(reason);
            }
        }
    }

    private <T> T callLocked(Supplier<T> action) {
        publisher.lock();
        try {
            return action.get();
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

    /** The way of a queue back to its bus. */
    private final class QueueLink implements AsyncSubscription.BusLink {

        /** Written once, under the lock of the bus, before any signal can reach the queue. */
        private @Nullable BusSubscription route;

        @Override
        public void overflowed(Signal lost, String subscriber, OverflowPolicy policy) {
            notifier.overflowed(lost, subscriber, policy);
        }

        /** Queues a notice, so that the observer is called by the dispatching thread; logs when that is impossible. */
        @Override
        public void failed(Throwable error, String context) {
            notifier.releaseLock();
            if (!publisher.enqueueNotice(context, SignalPublisher.DeliveryTiming.IMMEDIATE,
                    () -> notifier.subscriberFailed(error, context))) {
                System.getLogger(SubscriptionRegistry.class.getName()).log(System.Logger.Level.WARNING,
                        "failed: " + context + ", and the bus is closed or too full to report it", error);
            }
        }

        @Override
        public void unsubscribe() {
            end(Objects.requireNonNull(route, "a queue is linked before it is used"));
        }

        @Override
        public void ended(Thread thread) {
            publisher.removeConsumer(thread);
        }
    }
}
