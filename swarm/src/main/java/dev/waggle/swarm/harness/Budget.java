package dev.waggle.swarm.harness;

import org.jspecify.annotations.Nullable;

/**
 * Spending limit for all calls of one solve.
 *
 * @param tokens input and output together, at least 1; {@code null} for no limit
 * @param usd money in US dollars, above 0; {@code null} for no limit
 */
public record Budget(@Nullable Long tokens, @Nullable Double usd) {

    public static final Budget UNLIMITED = new Budget(null, null);

    public Budget {
        if (tokens != null && tokens < 1) {
            throw new IllegalArgumentException("the token budget must be at least 1, got " + tokens);
        }
        if (usd != null && !(usd > 0 && usd <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("the budget in USD must be a finite number above 0, got " + usd);
        }
    }

    public static Budget ofTokens(long tokens) {
        return new Budget(tokens, null);
    }

    public static Budget ofUsd(double usd) {
        return new Budget(null, usd);
    }

    /** As a log holds it. */
    @Override
    public String toString() {
        return "Budget[tokens=" + tokens + ", usd=" + usd + ']';
    }
}
