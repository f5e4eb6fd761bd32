package dev.waggle.signal.embedding;

/**
 * Limits of embeddings, so that a memory cannot spend without bounds.
 *
 * @param tokensPerHour most tokens within any hour, at least 0
 * @param textsPerHour most texts within any hour, at least 0
 * @param tokens most tokens of the process, at least 0
 * @param texts most texts of the process, at least 0
 */
public record EmbeddingBudget(long tokensPerHour, long textsPerHour, long tokens, long texts) {

    /** No limit. */
    public static final EmbeddingBudget UNLIMITED = new EmbeddingBudget(Long.MAX_VALUE, Long.MAX_VALUE,
            Long.MAX_VALUE, Long.MAX_VALUE);

    public EmbeddingBudget {
        require("tokensPerHour", tokensPerHour);
        require("textsPerHour", textsPerHour);
        require("tokens", tokens);
        require("texts", texts);
    }

    public EmbeddingBudget withTokensPerHour(long most) {
        return new EmbeddingBudget(most, textsPerHour, tokens, texts);
    }

    public EmbeddingBudget withTextsPerHour(long most) {
        return new EmbeddingBudget(tokensPerHour, most, tokens, texts);
    }

    public EmbeddingBudget withTokens(long most) {
        return new EmbeddingBudget(tokensPerHour, textsPerHour, most, texts);
    }

    public EmbeddingBudget withTexts(long most) {
        return new EmbeddingBudget(tokensPerHour, textsPerHour, tokens, most);
    }

    private static void require(String name, long most) {
        if (most < 0) {
            throw new IllegalArgumentException(name + " must be at least 0, got " + most);
        }
    }
}
