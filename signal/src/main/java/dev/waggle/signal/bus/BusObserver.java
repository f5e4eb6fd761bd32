package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;

/**
 * Observer of all actions of a bus, called one at a time and in order by the dispatching thread. For one signal,
 * {@code evicted} or {@code expired} comes first, for the signal that left to make room. Then follow
 * {@code conflict}, per subscriber its callback and {@code delivered} or {@code failed}, and {@code emitted}. Its
 * exceptions go to its own {@link #failed} with the context {@code signal-bus.observer} and no further. Signals that
 * it publishes are part of the same cascade.
 */
public interface BusObserver {

    /** Ignores everything; failures are logged. */
    BusObserver SILENT = new BusObserver() {};

    /** The signal is in the log and every subscriber has been served. */
    default void emitted(Signal signal) {}

    /** That subscriber took the signal; an asynchronous one has it in its queue. */
    default void delivered(Signal signal, String subscriber) {}

    /** The signal expired and left history. */
    default void expired(Signal signal) {}

    /** The signal left history for lack of room. */
    default void evicted(Signal signal) {}

    /** The signal was published but refused; nothing of it is stored. */
    default void dropped(Signal signal, DropReason reason) {}

    /**
     * The queue of that asynchronous subscriber was full, and it misses the signal by that policy. With
     * {@link OverflowPolicy#CLOSE} its subscription has ended.
     */
    default void overflowed(Signal lost, String subscriber, OverflowPolicy policy) {}

    /** The later signal of the pair contradicts the earlier one. */
    default void conflict(ConflictPair pair) {}

    /** Code of a subscriber or observer threw that exception or error; {@code context} names the code. */
    default void failed(Throwable error, String context) {
        System.getLogger(BusObserver.class.getName()).log(System.Logger.Level.WARNING, "failed: " + context, error);
    }
}
