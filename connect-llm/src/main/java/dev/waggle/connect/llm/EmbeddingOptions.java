package dev.waggle.connect.llm;

import java.time.Duration;

import dev.waggle.swarm.harness.RetryPolicy;

/**
 * Options of the calls of embedding models.
 *
 * @param timeout longest time of one request with its retries, above zero and at most a day
 * @param retries retries of a request whose failure another attempt may heal
 */
public record EmbeddingOptions(Duration timeout, RetryPolicy retries) {

    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** One minute: a local server may load the model first, and a recall at the start of a solve must not hang. */
    public static final EmbeddingOptions DEFAULTS = new EmbeddingOptions(Duration.ofMinutes(1), RetryPolicy.DEFAULTS);

    public EmbeddingOptions {
        if (!timeout.isPositive() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be above zero and at most " + MAX_TIMEOUT + ", got "
                    + timeout);
        }
    }

    public EmbeddingOptions withTimeout(Duration longest) {
        return new EmbeddingOptions(longest, retries);
    }

    public EmbeddingOptions withRetries(RetryPolicy policy) {
        return new EmbeddingOptions(timeout, policy);
    }
}
