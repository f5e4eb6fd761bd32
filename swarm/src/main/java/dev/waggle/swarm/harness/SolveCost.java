package dev.waggle.swarm.harness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.harness.TokenUsage;

/**
 * Cost of a solve.
 *
 * @param total all calls together
 * @param byPayer the calls of each agent, and of each part of the runtime that calls models
 */
public record SolveCost(UsageTotals total, Map<String, UsageTotals> byPayer) {

    public static final SolveCost NOTHING = new SolveCost(UsageTotals.NOTHING, Map.of());

    public SolveCost {
        byPayer = Collections.unmodifiableMap(new LinkedHashMap<>(byPayer));
    }

    /** All tokens. */
    public double tokens() {
        return total.totalTokens();
    }

    /** Money by the price table, in USD. */
    public double estimatedUsd() {
        return total.usd();
    }

    /**
     * True if the price of each call is known. Otherwise the money of {@link UsageTotals#unpricedCalls} is a guess, at
     * {@value PriceTable#COST_PER_TOKEN} USD a token, and the real cost may be any.
     */
    public boolean isKnown() {
        return total.unpricedCalls() == 0;
    }

    /**
     * Usage and cost totals of calls.
     *
     * @param calls number of calls, failed ones too
     * @param usage all tokens, and the parts of them that were cached or thinking
     * @param usd money by the price table
     * @param estimatedCalls calls among them with estimated tokens, because the provider reported none
     * @param savedUsd money that caches of providers saved: cached tokens at the input price, without their own price
     * @param unpricedCalls calls among them whose price is a guess, because neither the price table nor the harness
     *        states one; those of remote agents, for example
     */
    public record UsageTotals(int calls, TokenUsage usage, double usd, int estimatedCalls, double savedUsd,
            int unpricedCalls) {

        public static final UsageTotals NOTHING = new UsageTotals(0, TokenUsage.NONE, 0, 0);

        /** Totals of calls whose caches saved nothing. */
        public UsageTotals(int calls, TokenUsage usage, double usd, int estimatedCalls) {
            this(calls, usage, usd, estimatedCalls, 0);
        }

        /** Totals of calls whose prices are known. */
        public UsageTotals(int calls, TokenUsage usage, double usd, int estimatedCalls, double savedUsd) {
            this(calls, usage, usd, estimatedCalls, savedUsd, 0);
        }

        /** Totals without a cache and without thinking. */
        public UsageTotals(int calls, double inputTokens, double outputTokens, double totalTokens, double usd,
                int estimatedCalls) {
            this(calls, new TokenUsage(inputTokens, outputTokens, totalTokens), usd, estimatedCalls);
        }

        /** Tokens read. */
        public double inputTokens() {
            return usage.inputTokens();
        }

        /** Tokens written. */
        public double outputTokens() {
            return usage.outputTokens();
        }

        /** All that was charged. */
        public double totalTokens() {
            return usage.totalTokens();
        }

        /** Tokens of the input that were read from caches of providers. */
        public double cachedInputTokens() {
            return usage.cachedInputTokens();
        }

        /** Tokens of the input that were written to caches of providers. */
        public double cacheWriteTokens() {
            return usage.cacheWriteTokens();
        }

        /** Tokens of the output that were thinking. */
        public double reasoningTokens() {
            return usage.reasoningTokens();
        }

        /** Adds one call at that price. */
        public UsageTotals and(TokenUsage more, Price price, boolean estimated) {
            return new UsageTotals(calls + 1, usage.plus(more), sum(usd, price.of(more)),
                    estimatedCalls + (estimated ? 1 : 0), sum(savedUsd, price.saved(more)), unpricedCalls);
        }

        /** Adds one call whose price is a guess. One without tokens costs nothing at any price. */
        public UsageTotals andUnpriced(TokenUsage more, Price guess, boolean estimated) {
            UsageTotals all = and(more, guess, estimated);
            return new UsageTotals(all.calls, all.usage, all.usd, all.estimatedCalls, all.savedUsd,
                    unpricedCalls + (more.totalTokens() > 0 ? 1 : 0));
        }

        /** Sum of both. */
        public UsageTotals and(UsageTotals other) {
            return new UsageTotals(calls + other.calls, usage.plus(other.usage), sum(usd, other.usd),
                    estimatedCalls + other.estimatedCalls, sum(savedUsd, other.savedUsd),
                    unpricedCalls + other.unpricedCalls);
        }

        /** Finite sum of two amounts, for any values of a provider. */
        private static double sum(double one, double other) {
            return Math.min(one + other, Double.MAX_VALUE);
        }
    }
}
