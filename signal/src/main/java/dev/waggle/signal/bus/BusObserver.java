package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;

/**
 * Told of everything that a bus does, one thing at a time and in order, by the thread that delivers. For one signal the
 * order is: evicted or expired, what left for it; then conflict; then per subscriber its callback and {@code delivered}
 * or {@code failed}; then {@code emitted}. What an observer throws is reported to {@link #failed} of the same observer
 * with the context {@code signal-bus.observer} and goes no further; what it publishes is part of the same cascade.
 */
public interface BusObserver {

    /** Says nothing; failures are logged. */
    BusObserver SILENT = new BusObserver() {};

    /** The signal is in the log and every subscriber has been served. */
    default void emitted(Signal signal) {}

    /** That subscriber took the signal. */
    default void delivered(Signal signal, String subscriber) {}

    /** The signal was over and left history. */
    default void expired(Signal signal) {}

    /** The signal left history because there was no room for it any more. */
    default void evicted(Signal signal) {}

    /** The signal was published but not taken; nothing of it is kept. */
    default void dropped(Signal signal, DropReason reason) {}

    /** The signal, a proposal, contradicts an earlier one. */
    default void conflict(ConflictPair pair) {}

    /** Code of a subscriber or observer threw that exception or error; {@code context} names whose. */
    default void failed(Throwable error, String context) {
        System.getLogger(BusObserver.class.getName()).log(System.Logger.Level.WARNING, "failed: " + context, error);
    }
}
