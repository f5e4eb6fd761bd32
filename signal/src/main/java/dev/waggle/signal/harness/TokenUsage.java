package dev.waggle.signal.harness;

/**
 * Tokens of a call, as reported by the provider. Fractions are accepted, and the sum is not checked.
 *
 * @param inputTokens tokens read, finite and at least 0
 * @param outputTokens tokens written, finite and at least 0
 * @param totalTokens all tokens charged, finite and at least 0
 */
public record TokenUsage(double inputTokens, double outputTokens, double totalTokens) {

    public TokenUsage {
        inputTokens = HarnessPreconditions.nonNegative("inputTokens", inputTokens);
        outputTokens = HarnessPreconditions.nonNegative("outputTokens", outputTokens);
        totalTokens = HarnessPreconditions.nonNegative("totalTokens", totalTokens);
    }
}
