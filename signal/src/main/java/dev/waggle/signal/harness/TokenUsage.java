package dev.waggle.signal.harness;

/**
 * What a call cost, in tokens, as the provider reports it: fractions are taken, and nobody checks the sum.
 *
 * @param inputTokens tokens read, finite and at least 0
 * @param outputTokens tokens written, finite and at least 0
 * @param totalTokens all that is charged, finite and at least 0
 */
public record TokenUsage(double inputTokens, double outputTokens, double totalTokens) {

    public TokenUsage {
        inputTokens = HarnessPreconditions.nonNegative("inputTokens", inputTokens);
        outputTokens = HarnessPreconditions.nonNegative("outputTokens", outputTokens);
        totalTokens = HarnessPreconditions.nonNegative("totalTokens", totalTokens);
    }
}
