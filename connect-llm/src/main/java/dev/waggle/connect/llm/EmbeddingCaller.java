package dev.waggle.connect.llm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.connect.llm.embedding.EmbeddingInput;
import dev.waggle.connect.llm.embedding.EmbeddingResult;
import dev.waggle.connect.llm.provider.EmbeddingEndpoint;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import org.jspecify.annotations.Nullable;

/** Caller of one endpoint: one request with its retries, behind the circuit breaker of the endpoint. Thread-safe. */
final class EmbeddingCaller {

    private final EmbeddingEndpoint endpoint;
    private final CircuitBreaker breaker;
    private final EmbeddingOptions options;
    private final World world;

    EmbeddingCaller(EmbeddingEndpoint endpoint, CircuitBreaker breaker, EmbeddingOptions options, World world) {
        this.endpoint = endpoint;
        this.breaker = breaker;
        this.options = options;
        this.world = world;
    }

    /** The result of a request, after retries if need be. */
    EmbeddingResult embed(List<EmbeddingInput> inputs, EmbeddingPurpose purpose, @Nullable Integer dimensions)
            throws HarnessException, InterruptedException {
        List<String> texts = inputs.stream().map(EmbeddingInput::text).toList();
        Deadline deadline = Deadline.in(options.timeout(), world);
        RandomGenerator random = world.random("retry:" + endpoint.name());
        for (int retries = 0;; retries++) {
            try {
                return attempt(texts, purpose, dimensions, deadline);
            } catch (HarnessException failed) {
                world.await(new CompletableFuture<>(), waitAfter(failed, retries, deadline, random));
            }
        }
    }

    private EmbeddingResult attempt(List<String> texts, EmbeddingPurpose purpose, @Nullable Integer dimensions,
            Deadline deadline) throws HarnessException, InterruptedException {
        return switch (breaker.acquire()) {
            case CircuitBreaker.Permit permit -> {
                try {
                    EmbeddingResult result = endpoint.embed(texts, purpose, dimensions, deadline);
                    permit.succeeded();
                    yield result;
                } catch (HarnessException failed) {
                    permit.failed(failed.failure());
                    throw failed;
                } finally {
                    permit.release(); // Interrupted, or broken: no evidence.
                }
            }
            case CircuitBreaker.Rejection refused -> throw new HarnessException(
                    new HarnessFailure(HarnessFailure.Kind.CIRCUIT_OPEN, refused.message(), refused.remaining()));
        };
    }

    /** Wait before the next attempt, or the failure when there is to be none. */
    private Duration waitAfter(HarnessException failed, int retries, Deadline deadline, RandomGenerator random)
            throws HarnessException {
        RetryPolicy policy = options.retries();
        HarnessFailure failure = failed.failure();
        if (!failure.recoverable() || !policy.allows(retries) || breaker.remainingWait().isPositive()) {
            throw failed;
        }
        Duration wait = policy.delay(retries, failure.retryAfter(), random);
        if (wait.compareTo(deadline.remaining()) >= 0) {
            throw failed;
        }
        return wait;
    }
}
