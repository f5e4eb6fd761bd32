package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/**
 * Capabilities of a harness, and the limits of its model.
 *
 * @param streaming whether answers are streamed
 * @param structuredOutput whether answers can be restricted to a JSON Schema
 * @param tools whether the model can call tools
 * @param resume whether a session can be resumed
 * @param usualOutputTokens the output limit of a call whose caller names none, at least 1; a larger value than
 *        {@code maxOutputTokens} is reduced to it
 * @param maxOutputTokens the most tokens that the model can write in one answer, at least 1, if known
 * @param contextTokens the context window of the model in tokens, at least 1, if known
 * @param thinks whether the model thinks before it answers; thinking counts against the output limit
 */
public record HarnessCapabilities(boolean streaming, boolean structuredOutput, boolean tools, boolean resume,
        int usualOutputTokens, @Nullable Integer maxOutputTokens, @Nullable Integer contextTokens, boolean thinks) {

    /** Default of the usual output limit, in tokens: eight signals of a paragraph each. */
    public static final int USUAL_OUTPUT_TOKENS = 1_200;

    public HarnessCapabilities {
        HarnessPreconditions.atLeastOne("usualOutputTokens", usualOutputTokens);
        HarnessPreconditions.atLeastOne("maxOutputTokens", maxOutputTokens);
        HarnessPreconditions.atLeastOne("contextTokens", contextTokens);
        usualOutputTokens = maxOutputTokens == null
                ? usualOutputTokens
                : Math.min(usualOutputTokens, maxOutputTokens);
    }

    /** Creates the capabilities of a model that does not think, with the default output limit and no known limits. */
    public HarnessCapabilities(boolean streaming, boolean structuredOutput, boolean tools, boolean resume) {
        this(streaming, structuredOutput, tools, resume, USUAL_OUTPUT_TOKENS, null, null, false);
    }

    /**
     * Returns the output limit of a call, in tokens: the need of its answer, and at least the usual limit if the model
     * thinks. It is at most {@code maxOutputTokens}, if that is known.
     *
     * @param need the tokens that the answer itself needs, at least 1
     */
    public int outputTokensFor(int need) {
        HarnessPreconditions.atLeastOne("need", need);
        int wanted = thinks ? Math.max(need, usualOutputTokens) : need;
        return maxOutputTokens == null ? wanted : Math.min(wanted, maxOutputTokens);
    }
}
