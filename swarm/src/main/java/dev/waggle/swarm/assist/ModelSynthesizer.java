package dev.waggle.swarm.assist;

import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * Synthesizer that asks a model, in one call, for the decision, its support, the dissent and next steps. The prompt
 * holds at most the newest {@value SynthesisPrompt#MAX_DISCOVERIES} discoveries and
 * {@value SynthesisPrompt#MAX_PROPOSALS} proposals. The model's text is the answer word for word, but for white space
 * around it.
 */
public final class ModelSynthesizer implements Synthesizer {

    /** Tokens of two pages; the default limit is higher where the model thinks. */
    public static final int MAX_OUTPUT_TOKENS = 2_000;

    private final Harness harness;
    private final @Nullable Integer maxOutputTokens;

    /** Asks that model; its answer may have two pages, and the thinking of the model before them. */
    public ModelSynthesizer(Harness harness) {
        this.harness = harness;
        this.maxOutputTokens = null;
    }

    /**
     * Asks that model.
     *
     * @param maxOutputTokens most tokens of an answer, its thinking included, at least 1
     */
    public ModelSynthesizer(Harness harness, int maxOutputTokens) {
        if (maxOutputTokens < 1) {
            throw new IllegalArgumentException("maxOutputTokens must be at least 1, got " + maxOutputTokens);
        }
        this.harness = harness;
        this.maxOutputTokens = maxOutputTokens;
    }

    /**
     * The answer.
     *
     * @throws HarnessException when the model cannot be called, answers nothing or does not finish
     */
    @Override
    public String synthesize(Material material, RunContext context) throws HarnessException, InterruptedException {
        HarnessCapabilities model = harness.capabilities();
        int limit = maxOutputTokens == null ? model.outputTokensFor(MAX_OUTPUT_TOKENS) : maxOutputTokens;
        HarnessOutput output = harness.run(new HarnessInput(SynthesisPrompt.system(),
                List.of(Message.user(SynthesisPrompt.of(material))), List.of(), List.of(), null,
                (double) limit, null), context);
        String answer = output.content().strip();
        if (output.stopReason() == ModelStopReason.MAX_TOKENS) {
            throw useless(HarnessFailure.Kind.TRUNCATED,
                    "broke off after " + limit + " tokens" + (model.thinks() ? ", thinking included" : "")
                            + "\nMaybe allow it more.");
        }
        if (answer.isEmpty()) {
            throw useless(HarnessFailure.Kind.FAILED, "is blank");
        }
        return answer;
    }

    private HarnessException useless(HarnessFailure.Kind kind, String problem) {
        return HarnessException.of(kind, "the answer of " + harness.model() + ' ' + problem);
    }
}
