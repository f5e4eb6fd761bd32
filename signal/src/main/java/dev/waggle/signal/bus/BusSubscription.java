package dev.waggle.signal.bus;

import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Handle of one subscription of a {@link SignalBus}. {@link #close} ends exactly this one, and leaves all others of
 * the same subscriber alone. Compared by identity. Thread-safe.
 */
public final class BusSubscription implements AutoCloseable {

    private final long number;
    private final String subscriber;
    private final Set<SignalType> types;
    private final @Nullable Pattern pattern;
    private final Consumer<? super Signal> callback;
    private final @Nullable AsyncSubscription queue;
    private final Consumer<BusSubscription> removal;

    /**
     * @param number its place in the order of subscribing
     * @param subscriber the name of the subscriber
     * @param types the types that it selects; empty when a pattern selects
     * @param pattern the pattern that selects, or {@code null}
     * @param callback the function to call
     * @param queue the queue that takes the signals instead of the callback, or {@code null}
     * @param removal removes a subscription from its bus; harmless when it is absent
     */
    BusSubscription(long number, String subscriber, Set<SignalType> types, @Nullable Pattern pattern,
            Consumer<? super Signal> callback, @Nullable AsyncSubscription queue, Consumer<BusSubscription> removal) {
        this.number = number;
        this.subscriber = subscriber;
        this.types = types;
        this.pattern = pattern;
        this.callback = callback;
        this.queue = queue;
        this.removal = removal;
    }

    /** Returns the name of the subscriber. */
    public String subscriber() {
        return subscriber;
    }

    /**
     * Ends this subscription for later publishes. Signals that were published before still arrive. Idempotent, and
     * harmless after the bus was closed.
     */
    @Override
    public void close() {
        removal.accept(this);
    }

    long number() {
        return number;
    }

    Set<SignalType> types() {
        return types;
    }

    @Nullable Pattern pattern() {
        return pattern;
    }

    Consumer<? super Signal> callback() {
        return callback;
    }

    @Nullable AsyncSubscription queue() {
        return queue;
    }

    @Override
    public String toString() {
        return "subscription of " + subscriber + " to " + (pattern == null ? types : pattern);
    }
}
