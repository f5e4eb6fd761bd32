package dev.waggle.signal.harness;

/**
 * A bridge to something that answers: a hosted model, a local one, a recording. A harness is thread-safe and may be run
 * by many agents at once.
 *
 * <p>A run yields signals to {@link RunContext#sink}: first {@code harness:start}, last {@code harness:end}, exactly one
 * of each; {@link HarnessRun} sees to that. Running is synchronous, on the virtual thread of the caller.
 */
public interface Harness {

    /** The kind, for example {@code openai}, {@code anthropic}, {@code ollama}; the source of its signals names it. */
    String type();

    /** For people, for example {@code Anthropic claude-sonnet-4-5}. */
    String displayName();

    /** What prices, records and reports go by: {@code provider:model}. */
    default String model() {
        return type();
    }

    HarnessCapabilities capabilities();

    /**
     * Asks, and waits for the answer.
     *
     * @throws HarnessException when there is none; {@code harness:error} and {@code harness:end} have told it by then
     * @throws InterruptedException when the caller is interrupted; the call is cancelled down to the wire, and
     *         {@code harness:error} and {@code harness:end} have told it by then
     */
    HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException;
}
