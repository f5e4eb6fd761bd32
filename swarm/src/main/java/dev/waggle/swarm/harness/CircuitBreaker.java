package dev.waggle.swarm.harness;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.CircuitState.CallResult;

/**
 * Leaves an endpoint alone that fails again and again, and looks after a while whether it is back, with one call.
 *
 * <p>Only failures that another attempt could mend count: no connection, a stall, a broken answer, an overloaded server.
 * A wrong key, a bad request or an unknown model says nothing about the endpoint, nor does a call that was cancelled or had
 * no time or money; one that was told to wait says that the endpoint is well. They neither count nor clear the count, and a
 * probe that ends so leaves its place to the next caller.
 *
 * <p>Calls that were under way together when one of them failed count once: a moment of trouble is one failure, however
 * many agents were asking. So only failures one after the other open the circuit.
 *
 * <p>Thread-safe; shared by all who ask that endpoint.
 */
public final class CircuitBreaker {

    /** What a message tells of the last failure; more stands in the transcript. */
    private static final int MAX_REASON = 300;

    private final String endpoint;
    private final BreakerPolicy policy;
    private final World world;
    private CircuitState state = new CircuitState.Closed(0, 0);
    /** How many failures have counted so far. */
    private long wave;
    private String lastFailure = "";

    /**
     * A closed circuit.
     *
     * @param endpoint what messages call it; never a key
     * @param world whose stopwatch counts
     */
    public CircuitBreaker(String endpoint, BreakerPolicy policy, World world) {
        if (endpoint.isBlank()) {
            throw new IllegalArgumentException("the name of an endpoint must not be blank");
        }
        this.endpoint = endpoint;
        this.policy = policy;
        this.world = world;
    }

    /** What a caller is told who wants to ask the endpoint. */
    public sealed interface Decision {}

    /**
     * The endpoint must not be asked now.
     *
     * @param remaining how long it is at least until somebody may; above zero
     * @param message a sentence for people
     */
    public record Rejection(Duration remaining, String message) implements Decision {}

    /** The endpoint may be asked once. Whoever has it says how that ended, exactly once; again does nothing. */
    public final class Permit implements Decision {

        private final long era;
        private final long wave;
        private boolean used;

        private Permit(long era, long wave) {
            this.era = era;
            this.wave = wave;
        }

        public void succeeded() {
            end(this, CallResult.SUCCESS, "");
        }

        /** A failure; it counts where {@link HarnessFailure#recoverable} holds and the endpoint did not ask to wait. */
        public void failed(HarnessFailure failure) {
            boolean ill = failure.recoverable() && failure.kind() != HarnessFailure.Kind.RATE_LIMITED;
            end(this, ill ? CallResult.FAILURE : CallResult.UNKNOWN, failure.message());
        }

        /** The call was given up before it told anything about the endpoint. */
        public void release() {
            end(this, CallResult.UNKNOWN, "");
        }
    }

    public String endpoint() {
        return endpoint;
    }

    /** Asks for leave to make one call. */
    public synchronized Decision acquire() {
        long now = world.nanos();
        Optional<CircuitState> next = state.tryEnter(now);
        if (next.isEmpty()) {
            return refusal(state.remainingWait(now));
        }
        state = next.get();
        return new Permit(state.era(), wave);
    }

    /** How long it is at least until a call may be made; zero when it may be made now. */
    public synchronized Duration remainingWait() {
        return state.remainingWait(world.nanos());
    }

    private synchronized void end(Permit pass, CallResult verdict, String reason) {
        boolean counts = !pass.used && pass.era == state.era();
        pass.used = true;
        if (!counts) {
            return;
        }
        boolean sameWave = verdict == CallResult.FAILURE && pass.wave < wave;
        state = state.after(sameWave ? CallResult.UNKNOWN : verdict, world.nanos(), policy);
        wave += verdict == CallResult.FAILURE && !sameWave ? 1 : 0;
        if (verdict == CallResult.FAILURE) {
            lastFailure = reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + " ...";
        }
    }

    private Rejection refusal(Duration wait) {
        String when = switch (state) {
            case CircuitState.HalfOpen _ -> "one call is looking whether it is back";
            case CircuitState.Open _, CircuitState.Closed _ ->
                "it is not asked for another " + DurationText.format(wait);
        };
        return new Rejection(wait, "the endpoint " + endpoint + " failed too often, " + when + "; its last failure: "
                + lastFailure);
    }
}
