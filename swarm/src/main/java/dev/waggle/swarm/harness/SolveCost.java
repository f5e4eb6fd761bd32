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
     * Usage and cost totals of calls.
     *
     * @param calls number of calls, failed ones too
     * @param inputTokens tokens read
     * @param outputTokens tokens written
     * @param totalTokens all that was charged
     * @param usd money by the price table
     * @param estimatedCalls calls among them with estimated tokens, because the provider reported none
     */
    public record UsageTotals(int calls, double inputTokens, double outputTokens, double totalTokens, double usd,
            int estimatedCalls) {

        public static final UsageTotals NOTHING = new UsageTotals(0, 0, 0, 0, 0, 0);

        /** Adds one call. */
        public UsageTotals and(TokenUsage usage, double cost, boolean estimated) {
            return new UsageTotals(calls + 1, sum(inputTokens, usage.inputTokens()),
                    sum(outputTokens, usage.outputTokens()),
                    sum(totalTokens, usage.totalTokens()), sum(usd, cost), estimatedCalls + (estimated ? 1 : 0));
        }

        /** Sum of both. */
        public UsageTotals and(UsageTotals other) {
            return new UsageTotals(calls + other.calls, sum(inputTokens, other.inputTokens),
                    sum(outputTokens, other.outputTokens), sum(totalTokens, other.totalTokens), sum(usd, other.usd),
                    estimatedCalls + other.estimatedCalls);
        }

        /** Finite sum of two counts, for any values of a provider. */
        private static double sum(double one, double other) {
            return Math.min(one + other, Double.MAX_VALUE);
        }
    }
}
