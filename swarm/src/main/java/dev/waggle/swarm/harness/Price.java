package dev.waggle.swarm.harness;

import dev.waggle.signal.harness.TokenUsage;

/**
 * Price of a model.
 *
 * @param inputPerMillion USD for a million tokens read, finite and at least 0
 * @param outputPerMillion USD for a million tokens written, thinking included, finite and at least 0
 */
public record Price(double inputPerMillion, double outputPerMillion) {

    private static final double MILLION = 1e6;

    public Price {
        require("inputPerMillion", inputPerMillion);
        require("outputPerMillion", outputPerMillion);
    }

    /** One price for every token, in USD. */
    public static Price perToken(double usd) {
        return new Price(usd * MILLION, usd * MILLION);
    }

    /** USD for that many tokens read and written; finite. */
    public double of(double inputTokens, double outputTokens) {
        double usd = inputTokens / MILLION * inputPerMillion + outputTokens / MILLION * outputPerMillion;
        return Math.min(usd, Double.MAX_VALUE);
    }

    /** USD for a call. Tokens in the total beyond input and output are charged as output. */
    public double of(TokenUsage usage) {
        return of(usage.inputTokens(), Math.max(usage.outputTokens(), usage.totalTokens() - usage.inputTokens()));
    }

    private static void require(String name, double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " must be a finite number of at least 0, got " + value);
        }
    }
}
