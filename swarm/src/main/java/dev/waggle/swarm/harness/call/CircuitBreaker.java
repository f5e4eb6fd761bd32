package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitState.CallResult;

/**
 * Circuit breaker for one endpoint: opens after N consecutive failures and admits a single probe call after a
 * cool-down.
 *
 * <p>Only failures that another attempt could fix count: no connection, a stall, a broken answer, an overloaded
 * server. A wrong key, a bad request or an unknown model is no evidence about the endpoint. The same holds for a call
 * that was cancelled or had no time or money; a request to wait shows a healthy endpoint. These neither count nor
 * clear the count, and a probe that ends so passes to the next caller.
 *
 * <p>Concurrent calls count as one failure, because one brief outage hits all callers. Only failures one after the
 * other open the circuit.
 *
 * <p>Thread-safe; shared by all callers of the endpoint.
 */
public final class CircuitBreaker {

    /** At most this many characters of the last failure in a message; the transcript holds the rest. */
    private static final int MAX_REASON = 300;

    private final String endpoint;
    private final BreakerPolicy policy;
    private final World world;
    private CircuitState state = new CircuitState.Closed(0, 0);
    /** Number of failures counted so far. */
    private long failureWave;
    private String lastFailure = "";

    /**
     * A closed circuit.
     *
     * @param endpoint its name in messages; never a key
     * @param world the source of the stopwatch
     */
    public CircuitBreaker(String endpoint, BreakerPolicy policy, World world) {
        if (endpoint.isBlank()) {
            throw new IllegalArgumentException("the name of an endpoint must not be blank");
        }
        this.endpoint = endpoint;
        this.policy = policy;
        this.world = world;
    }

    /** Phase of a circuit, from the best to the worst. */
    public enum Phase {
        /** Calls are allowed. */
        CLOSED,
        /** One call tries whether the endpoint works again. */
        HALF_OPEN,
        /** Calls are rejected. */
        OPEN
    }

    /** Reply to a caller that asks for a permit. */
    public sealed interface Decision {}

    /**
     * Rejection of a call.
     *
     * @param remaining minimum wait until a call may be allowed; above zero
     * @param message a sentence for people
     */
    public record Rejection(Duration remaining, String message) implements Decision {}

    /** Permission for one call. The holder reports its result exactly once; repeated reports do nothing. */
    public final class Permit implements Decision {

        private final long generation;
        private final long failureWave;
        private boolean used;

        private Permit(long generation, long failureWave) {
            this.generation = generation;
            this.failureWave = failureWave;
        }

        public void succeeded() {
            end(this, CallResult.SUCCESS, "");
        }

        /** A failure; it counts if {@link HarnessFailure#recoverable} holds and the endpoint did not ask to wait. */
        public void failed(HarnessFailure failure) {
            boolean ill = failure.recoverable() && failure.kind() != HarnessFailure.Kind.RATE_LIMITED;
            end(this, ill ? CallResult.FAILURE : CallResult.UNKNOWN, failure.message());
        }

        /** Cancels the permit of a call that ended without evidence about the endpoint. */
        public void release() {
            end(this, CallResult.UNKNOWN, "");
        }
    }

    public String endpoint() {
        return endpoint;
    }

    /** The phase of now. An open circuit stays open until the first call after its wait. */
    public synchronized Phase phase() {
        return switch (state) {
            case CircuitState.Closed _ -> Phase.CLOSED;
            case CircuitState.HalfOpen _ -> Phase.HALF_OPEN;
            case CircuitState.Open _ -> Phase.OPEN;
        };
    }

    /** Requests a permit for one call. */
    public synchronized Decision acquire() {
        long now = world.nanos();
        Optional<CircuitState> next = state.tryEnter(now);
        if (next.isEmpty()) {
            return refusal(state.remainingWait(now));
        }
        state = next.get();
        return new Permit(state.era(), failureWave);
    }

    /** Minimum wait until a call may be made; zero when it may be made now. */
    public synchronized Duration remainingWait() {
        return state.remainingWait(world.nanos());
    }

    private synchronized void end(Permit permit, CallResult verdict, String reason) {
        boolean counts = !permit.used && permit.generation == state.era();
        permit.used = true;
        if (!counts) {
            return;
        }
        boolean sameWave = verdict == CallResult.FAILURE && permit.failureWave < failureWave;
        state = state.after(sameWave ? CallResult.UNKNOWN : verdict, world.nanos(), policy);
        failureWave += verdict == CallResult.FAILURE && !sameWave ? 1 : 0;
        if (verdict == CallResult.FAILURE) {
            lastFailure = reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + " ...";
        }
    }

    private Rejection refusal(Duration wait) {
        String explanation = switch (state) {
            case CircuitState.HalfOpen _ -> "one call is looking whether it is back";
            case CircuitState.Open _, CircuitState.Closed _ ->
                "it is not asked for another " + DurationText.format(wait);
        };
        return new Rejection(wait,
                "the endpoint " + endpoint + " failed too often, " + explanation + "; its last failure: "
                        + lastFailure);
    }
}
