package dev.waggle.server.access;

import org.jspecify.annotations.Nullable;

/**
 * Limits of a caller with a token.
 *
 * @param usdPerDay cost of its solves in US dollars per UTC day; {@code null} for no limit
 * @param tokensPerDay tokens of models that its solves use per UTC day; {@code null} for no limit
 * @param requestsPerSecond sustained rate of requests
 * @param burst requests at once after a pause
 * @param solves solves at once
 * @param streams streams of events at once
 */
public record CallerLimits(@Nullable Double usdPerDay, @Nullable Long tokensPerDay, double requestsPerSecond, int burst,
        int solves, int streams) {

    /** More than a program that polls every second from a hundred places. */
    public static final int DEFAULT_RATE = 100;

    /** Two seconds of the rate. */
    public static final int DEFAULT_BURST = 200;

    /** Each solve asks several models at once. */
    public static final int DEFAULT_SOLVES = 8;

    /** The open pages of some people. */
    public static final int DEFAULT_STREAMS = 256;

    private static final int MAX_COUNT = 1_000_000;

    public CallerLimits {
        if (usdPerDay != null && !(usdPerDay >= 0 && usdPerDay <= 1e9)) {
            throw new IllegalArgumentException("the budget per day must be between 0 and 1000000000 USD, got "
                    + usdPerDay);
        }
        if (tokensPerDay != null && tokensPerDay < 0) {
            throw new IllegalArgumentException("the budget of tokens per day must be at least 0, got " + tokensPerDay);
        }
        if (!(requestsPerSecond > 0 && requestsPerSecond <= MAX_COUNT)) {
            throw new IllegalArgumentException("the rate must be above 0 and at most " + MAX_COUNT
                    + " requests a second, got " + requestsPerSecond);
        }
        requireCount("burst", burst, 1);
        requireCount("solves", solves, 0);
        requireCount("streams", streams, 0);
    }

    /** No budget, and the default rate and numbers. */
    public static CallerLimits defaults() {
        return new CallerLimits(null, null, DEFAULT_RATE, DEFAULT_BURST, DEFAULT_SOLVES, DEFAULT_STREAMS);
    }

    public CallerLimits withBudget(@Nullable Double usd, @Nullable Long tokens) {
        return new CallerLimits(usd, tokens, requestsPerSecond, burst, solves, streams);
    }

    public CallerLimits withRate(double perSecond, int atOnce) {
        return new CallerLimits(usdPerDay, tokensPerDay, perSecond, atOnce, solves, streams);
    }

    public CallerLimits withConcurrency(int ofSolves, int ofStreams) {
        return new CallerLimits(usdPerDay, tokensPerDay, requestsPerSecond, burst, ofSolves, ofStreams);
    }

    private static void requireCount(String name, int value, int min) {
        if (value < min || value > MAX_COUNT) {
            throw new IllegalArgumentException("the limit of " + name + " must be between " + min + " and " + MAX_COUNT
                    + ", got " + value);
        }
    }
}
