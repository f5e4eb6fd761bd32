package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.harness.RetryPolicy;

/**
 * A harness that retries recoverable failures behind a circuit breaker.
 *
 * <p>Each attempt is a run of its own, with its own start and end. A failure that another attempt cannot fix is
 * thrown at once. So is the last failure when no retries are left or when it opened the circuit. It is thrown too
 * when the wait would reach the deadline, because a later answer could not be used. A call that the circuit rejects
 * is reported as a run too. An interrupt ends a wait as it ends a call.
 *
 * <p>The jitter comes from a generator named by agent and invocation. Agents that fail together retry one by one, and
 * the same seed gives the same waits.
 */
public final class ResilientHarness extends ForwardingHarness {

    private final RetryPolicy policy;
    private final CircuitBreaker breaker;

    public ResilientHarness(Harness harness, RetryPolicy policy, CircuitBreaker breaker) {
        super(harness);
        this.policy = policy;
        this.breaker = breaker;
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        RandomGenerator random = context.world().random(purpose(context));
        for (int retries = 0;; retries++) {
            try {
                return attempt(input, context);
            } catch (HarnessException failed) {
                Duration wait = waitAfter(failed, retries, context, random);
                context.world().await(new CompletableFuture<>(), wait);
            }
        }
    }

    private static String purpose(RunContext context) {
        Emission on = context.caller().emission();
        return "retry:" + on.by() + ":" + on.invocation();
    }

    private HarnessOutput attempt(HarnessInput input, RunContext context)
            throws HarnessException, InterruptedException {
        return switch (breaker.acquire()) {
            case CircuitBreaker.Permit permit -> ask(input, context, permit);
            case CircuitBreaker.Rejection refused ->
                HarnessRun.of(this, input, context.withAnswers(AnswerStore.NONE), _ -> {
                    throw new HarnessException(new HarnessFailure(HarnessFailure.Kind.CIRCUIT_OPEN, refused.message(),
                            refused.remaining()));
                });
        };
    }

    private HarnessOutput ask(HarnessInput input, RunContext context, CircuitBreaker.Permit permit)
            throws HarnessException, InterruptedException {
        try {
            HarnessOutput output = inner.run(input, context);
            permit.succeeded();
            return output;
        } catch (HarnessException failed) {
            permit.failed(failed.failure());
            throw failed;
        } finally {
            permit.release(); // Interrupted, or broken: no evidence.
        }
    }

    /** Wait before the next attempt, or the failure when there is to be none. */
    private Duration waitAfter(HarnessException failed, int retries, RunContext context, RandomGenerator random)
            throws HarnessException {
        HarnessFailure failure = failed.failure();
        if (!failure.recoverable()) {
            throw failed;
        }
        if (!policy.allows(retries)) {
            throw retries == 0 ? failed : last(failed, "tried " + (retries + 1) + " times");
        }
        Duration refused = breaker.remainingWait();
        if (refused.isPositive()) {
            throw last(failed, "not tried again: the endpoint " + breaker.endpoint()
                    + " failed too often and is not asked for another " + DurationText.format(refused));
        }
        Duration wait = policy.delay(retries, failure.retryAfter(), random);
        Duration left = context.deadline().remaining();
        if (wait.compareTo(left) >= 0) {
            throw last(failed, "not tried again: the wait of " + DurationText.format(wait) + " is not over before the "
                    + DurationText.format(left) + " that are left");
        }
        return wait;
    }

    private static HarnessException last(HarnessException failed, String reason) {
        HarnessFailure failure = failed.failure();
        return new HarnessException(new HarnessFailure(failure.kind(), failure.message() + " (" + reason + ")",
                failure.retryAfter(), failure.chargeable(), failure.usage()), failed);
    }
}
