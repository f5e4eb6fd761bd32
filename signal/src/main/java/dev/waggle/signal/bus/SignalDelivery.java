package dev.waggle.signal.bus;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.RequestTable.OpenRequest;
import dev.waggle.signal.history.store.EvictedSignal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Delivery of a signal to the subscribers at the time of its publication. */
final class SignalDelivery extends DeliveryTask {

    private final LogEntry entry;
    private final List<EvictedSignal> evicted;
    private final @Nullable ConflictPair conflict;
    private final @Nullable OpenRequest request;
    private final BusSubscription[] subscriptions;
    private final SubscriberNotifier notifier;

    /**
     * @param cause the delivery during which it was published, if any
     * @param departed the signals that left history for it
     * @param conflict the signals that it puts in conflict, if any
     * @param request the request that it answers, if any
     * @param routes a shared snapshot that is never changed
     */
    SignalDelivery(@Nullable DeliveryTask cause, LogEntry entry, List<EvictedSignal> departed,
            @Nullable ConflictPair conflict, @Nullable OpenRequest request, BusSubscription[] routes,
            SubscriberNotifier notifier) {
        super(cause);
        this.entry = entry;
        this.evicted = departed;
        this.conflict = conflict;
        this.request = request;
        this.subscriptions = routes;
        this.notifier = notifier;
    }

    LogEntry entry() {
        return entry;
    }

    @Nullable ConflictPair conflict() {
        return conflict;
    }

    @Override
    String name() {
        return entry.signal().id();
    }

    @Override
    void deliver() {
        Signal signal = entry.signal();
        evicted.forEach(notifier::evicted);
        if (conflict != null) {
            notifier.conflict(conflict);
        }
        notifier.notifySubscribers(subscriptions, signal);
        notifier.emitted(signal);
        if (request != null) {
            request.answer(signal);
        }
    }
}
