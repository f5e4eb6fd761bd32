package dev.waggle.signal.harness;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Port to a model: hosted, local or recorded. A harness is thread-safe and may be run by many agents at once.
 *
 * <p>A run yields signals to {@link RunContext#sink}: first {@code harness:start}, last {@code harness:end}, exactly
 * one of each, as {@link HarnessRun} ensures. Running is synchronous, on the virtual thread of the caller.
 */
public interface Harness {

    /** Returns the kind, e.g. {@code openai}, {@code anthropic}, {@code ollama}; its signals' source names it. */
    String type();

    /** Returns a name for people, for example {@code Anthropic claude-sonnet-4-5}. */
    String displayName();

    /** Returns the key of prices, records and reports: {@code provider:model}. */
    default String model() {
        return type();
    }

    HarnessCapabilities capabilities();

    /** Returns the prices of the model; empty if the harness knows none, as by default. */
    default Optional<TokenPricing> pricing() {
        return Optional.empty();
    }

    /**
     * Runs a call and waits for the answer.
     *
     * @throws HarnessException when there is none, after {@code harness:error} and {@code harness:end}
     * @throws InterruptedException when the caller is interrupted; the call is cancelled down to the wire, after
     *     {@code harness:error} and {@code harness:end}
     */
    HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException;

    /** Prices that a harness states for its model, in USD. They are finite and at least 0. */
    interface TokenPricing {

        /** Price of a million tokens read. */
        double inputPerMillion();

        /** Price of a million tokens written. */
        double outputPerMillion();

        /** Price of a million tokens read from the provider's cache; {@code null} for the input price. */
        default @Nullable Double cachedInputPerMillion() {
            return null;
        }

        /** Price of a million tokens read and written to that cache; {@code null} for the input price. */
        default @Nullable Double cacheWritePerMillion() {
            return null;
        }

        /** Price of a million tokens of thinking; {@code null} for the output price. */
        default @Nullable Double reasoningPerMillion() {
            return null;
        }
    }
}
