package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;

/**
 * Decides which earlier signal a new one contradicts. {@link BusConfig#withConflictDetector} takes a supplier, because
 * each bus has a detector of its own. The one of {@link BusConfig#defaults} pairs a proposal with the oldest retained
 * proposal of another source and another proposal id.
 *
 * <p>A bus calls its detector under its lock, one call at a time, because the conflict follows the signal in the log.
 * So a detector is quick, and its cost should follow the new signal rather than the retained ones. It either asks
 * {@link RetainedSignals} by type and source, or maintains an index of its own with {@link #check} and
 * {@link #forget}. It may query the bus. A publish, a subscription or another change is refused with an
 * {@link IllegalStateException}.
 *
 * <p>An exception or error goes to {@link BusObserver#failed} with the context {@code signal-bus.conflict-detector}.
 * The signal is published all the same, without a conflict.
 */
@FunctionalInterface
public interface ConflictDetector {

    /**
     * Returns the retained signal that the new one contradicts, if any; one at most for each new signal. Called once
     * for each published signal, except the conflicts of the bus itself, when the log has it and before it is
     * delivered.
     *
     * @param signal the new signal, which has not expired
     * @param retained the history without the new signal; valid during the call only
     */
    Optional<Signal> check(Signal signal, RetainedSignals retained);

    /**
     * Returns the earlier retained signal that a retained one contradicts, after the one that {@link #check} returned
     * has left, if any. Called when the conflicts of the bus are read. The default checks again, so a detector whose
     * check changes an index overrides it.
     *
     * @param signal a retained signal whose rival has left
     * @param retained the signals that were published before it; valid during the call only
     */
    default Optional<Signal> nextRival(Signal signal, RetainedSignals retained) {
        return check(signal, retained);
    }

    /** Reports that a signal left history: it was evicted, or it expired. Also called for signals never checked. */
    default void forget(Signal signal) {}

    /** The retained signals as they are at the time of a check. */
    interface RetainedSignals {

        /** Returns the time of the check. */
        Instant now();

        /** True if the signal has expired: strictly later than its time plus its TTL. */
        boolean isExpired(Signal signal);

        /**
         * Returns the oldest retained signals that pass and have not expired, in the order of publishing. The cost
         * follows the signals visited: about as many as returned for a filter by type, source or reply.
         *
         * @param atMost maximum number of signals, at least 0
         */
        List<Signal> oldest(SignalFilter filter, int atMost);
    }
}
