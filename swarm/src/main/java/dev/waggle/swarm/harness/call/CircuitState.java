package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.swarm.harness.BreakerPolicy;

/**
 * State of a circuit breaker: a pure function of calls and time to the next state.
 *
 * <pre>
 *              threshold consecutive failures               the first caller after openFor
 *   Closed ------------------------------------&gt; Open ------------------------------------&gt; Probing
 *     ^                                           ^                                           | | |
 *     |                                           +---------------- failure, for openFor -----+ | |
 *     |                                           +---------------- given up, for no time ------+ |
 *     +---------------------------------------------------------------------------- success ------+
 * </pre>
 *
 * A change of state begins an era. The result of a call from an earlier era is ignored: its late answer is not that
 * of the probe.
 */
sealed interface CircuitState {

    /** Result of an admitted call, as evidence about the endpoint. */
    enum CallResult {
        /** The endpoint answers. */
        SUCCESS,
        /** The endpoint fails. */
        FAILURE,
        /** No evidence: the call was cancelled, or the request was at fault. */
        UNKNOWN
    }

    long era();

    /** The state after admitting a caller, if admission is allowed. */
    Optional<CircuitState> tryEnter(long now);

    /** Minimum wait until a call may be admitted; zero when one may. */
    Duration remainingWait(long now);

    /** The state after a call of this era ended. */
    CircuitState after(CallResult verdict, long now, BreakerPolicy policy);

    /**
     * Closed circuit: admits every call.
     *
     * @param failures consecutive failures, below the threshold
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
     * Open circuit, without calls before that moment; the first one after it is the probe.
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

    /** Half-open circuit: one probe call is running, and no other call is admitted. */
    record HalfOpen(long era) implements CircuitState {

        /** Wait for other callers during the probe. Its duration is unknown, so they may ask again soon. */
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
