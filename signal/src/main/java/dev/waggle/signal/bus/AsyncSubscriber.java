package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;

/**
 * Asynchronous subscriber, called one call at a time on a virtual thread of its own. It may publish, unsubscribe and
 * wait. With {@code BLOCK_PUBLISHER} it must not wait for a delivery of its own bus, such as the reply to a request.
 * While its queue is full the bus delivers nothing, and both wait until a limit passes. Its exceptions go to
 * {@link BusObserver#failed}, and the next signal follows.
 */
@FunctionalInterface
public interface AsyncSubscriber {

    /** Reason for the end of a subscription. */
    enum EndReason {
        /** The subscription was closed, or its subscriber unsubscribed. */
        CLOSED,
        /** The bus was closed. */
        BUS_CLOSED,
        /** The queue was full, and its policy is to close. */
        QUEUE_FULL
    }

    /** Receives the next signal, in the order of the journal. */
    void received(Signal signal);

    /**
     * Reports that the queue was full. Called at the place of the gap, before the next signal.
     *
     * @param signals the number of signals that were lost at this place, at least 1
     */
    default void missed(long signals) {}

    /** Reports the end; the last call. */
    default void ended(EndReason reason) {}
}
