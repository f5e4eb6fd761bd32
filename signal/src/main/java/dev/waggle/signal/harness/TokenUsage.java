package dev.waggle.signal.harness;

/**
 * Tokens of a call, as reported by the provider. Fractions are accepted, and the sum is not checked. Three counts are
 * parts of others and have prices of their own; {@link #capped} makes reports consistent whose parts exceed them.
 *
 * @param inputTokens all tokens read, from a cache or not, finite and at least 0
 * @param outputTokens all tokens written, thinking included, finite and at least 0
 * @param totalTokens all tokens charged, finite and at least 0
 * @param cachedInputTokens tokens of the input that were read from the provider's cache, finite and at least 0
 * @param cacheWriteTokens tokens of the input that were written to that cache, finite and at least 0; together with the
 *        cached ones at most the input
 * @param reasoningTokens tokens of the output that were thinking, finite, at least 0 and at most the output
 */
public record TokenUsage(double inputTokens, double outputTokens, double totalTokens, double cachedInputTokens,
        double cacheWriteTokens, double reasoningTokens) {

    /** No tokens. */
    public static final TokenUsage NONE = new TokenUsage(0, 0, 0);

    public TokenUsage {
        inputTokens = HarnessPreconditions.nonNegative("inputTokens", inputTokens);
        outputTokens = HarnessPreconditions.nonNegative("outputTokens", outputTokens);
        totalTokens = HarnessPreconditions.nonNegative("totalTokens", totalTokens);
        cachedInputTokens = HarnessPreconditions.nonNegative("cachedInputTokens", cachedInputTokens);
        cacheWriteTokens = HarnessPreconditions.nonNegative("cacheWriteTokens", cacheWriteTokens);
        reasoningTokens = HarnessPreconditions.nonNegative("reasoningTokens", reasoningTokens);
        requirePart("cachedInputTokens", cachedInputTokens, "inputTokens", inputTokens);
        requirePart("cacheWriteTokens", cacheWriteTokens, "inputTokens without cachedInputTokens",
                inputTokens - cachedInputTokens);
        requirePart("reasoningTokens", reasoningTokens, "outputTokens", outputTokens);
    }

    /** A usage without a cache and without thinking. */
    public TokenUsage(double inputTokens, double outputTokens, double totalTokens) {
        this(inputTokens, outputTokens, totalTokens, 0, 0, 0);
    }

    /**
     * Returns the usage of these counts, with each part reduced to its whole. Providers and gateways report parts that
     * exceed it, and an answer must not be lost for that. Cached tokens precede written ones.
     *
     * @throws IllegalArgumentException when a count is negative or not finite
     */
    public static TokenUsage capped(double inputTokens, double outputTokens, double totalTokens,
            double cachedInputTokens, double cacheWriteTokens, double reasoningTokens) {
        double cached = Math.min(cachedInputTokens, inputTokens);
        return new TokenUsage(inputTokens, outputTokens, totalTokens, cached,
                Math.min(cacheWriteTokens, inputTokens - cached), Math.min(reasoningTokens, outputTokens));
    }

    /** Sum of both; each count is at most the largest finite number. */
    public TokenUsage plus(TokenUsage more) {
        return capped(sum(inputTokens, more.inputTokens), sum(outputTokens, more.outputTokens),
                sum(totalTokens, more.totalTokens), sum(cachedInputTokens, more.cachedInputTokens),
                sum(cacheWriteTokens, more.cacheWriteTokens), sum(reasoningTokens, more.reasoningTokens));
    }

    private static double sum(double one, double other) {
        return Math.min(one + other, Double.MAX_VALUE);
    }

    private static void requirePart(String name, double part, String wholeName, double whole) {
        if (!(part <= whole)) {
            throw new IllegalArgumentException(name + " must be at most " + wholeName + ", " + whole + ", got " + part
                    + "\nMaybe TokenUsage.capped, for counts of a provider.");
        }
    }
}
