package dev.waggle.signal.harness;

import java.util.Optional;

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
    default Optional<CallMeter.TokenPricing> pricing() {
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
}
