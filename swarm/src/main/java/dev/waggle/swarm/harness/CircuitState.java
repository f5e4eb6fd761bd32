package dev.waggle.swarm.harness;

import java.time.Duration;
import java.util.Optional;

/**
 * A state of a circuit. It only computes: what it answers, and which state comes next.
 *
 * <pre>
 *              threshold failures in a row                  the first caller after openFor
 *   Closed ------------------------------------&gt; Open ------------------------------------&gt; Probing
 *     ^                                           ^                                           | | |
 *     |                                           +---------------- failure, for openFor -----+ | |
 *     |                                           +---------------- given up, for no time ------+ |
 *     +---------------------------------------------------------------------------- success ------+
 * </pre>
 *
 * A change of state begins an era. A call that passed in one era says nothing in a later one: the late answer of a call
 * from before is not the answer of the probe.
 */
sealed interface CircuitState {

    /** How a call that was let through ended, as far as it tells something about the endpoint. */
    enum CallResult {
        /** The endpoint answers. */
        SUCCESS,
        /** The endpoint fails. */
        FAILURE,
        /** Nothing is known: the call was cancelled, or it was the request that was at fault. */
        UNKNOWN
    }

    long era();

    /** The state after letting a caller through, if it may go. */
    Optional<CircuitState> tryEnter(long now);

    /** How long it is at least until somebody may go; zero when somebody may. */
    Duration remainingWait(long now);

    /** The state after a call of this era ended. */
    CircuitState after(CallResult verdict, long now, BreakerPolicy policy);

    /**
     * All may go.
     *
     * @param failures in a row, below the threshold
     */
    record Closed(long era, int failures) implements CircuitState {

        @Override
        public Optional<CircuitState> tryEnter(long now) {
            return Optional.of(this);
        }

        @Override
        public Duration remainingWait(long now) {
            return Duration.ZERO;
        }

        @Override
        public CircuitState after(CallResult verdict, long now, BreakerPolicy policy) {
            return switch (verdict) {
                case SUCCESS -> new Closed(era, 0);
                case FAILURE -> failures + 1 < policy.threshold()
                        ? new Closed(era, failures + 1)
                        : new Open(era + 1, now + policy.openFor().toNanos());
                case UNKNOWN -> this;
            };
        }
    }

    /**
     * Nobody may go before that moment; the first one after it is the probe.
     *
     * @param until the moment by the stopwatch
     */
    record Open(long era, long until) implements CircuitState {

        @Override
        public Optional<CircuitState> tryEnter(long now) {
            return until - now > 0 ? Optional.empty() : Optional.of(new HalfOpen(era + 1));
        }

        @Override
        public Duration remainingWait(long now) {
            return Duration.ofNanos(Math.max(0, until - now));
        }

        @Override
        public CircuitState after(CallResult verdict, long now, BreakerPolicy policy) {
            return this;
        }
    }

    /** One call is under way to see whether the endpoint is back; nobody else may go. */
    record HalfOpen(long era) implements CircuitState {

        /** How long others are told to wait for the probe: nobody knows, so they may ask again soon. */
        private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

        @Override
        public Optional<CircuitState> tryEnter(long now) {
            return Optional.empty();
        }

        @Override
        public Duration remainingWait(long now) {
            return ASK_AGAIN;
        }

        @Override
        public CircuitState after(CallResult verdict, long now, BreakerPolicy policy) {
            return switch (verdict) {
                case SUCCESS -> new Closed(era + 1, 0);
                case FAILURE -> new Open(era + 1, now + policy.openFor().toNanos());
                case UNKNOWN -> new Open(era + 1, now);
            };
        }
    }
}
