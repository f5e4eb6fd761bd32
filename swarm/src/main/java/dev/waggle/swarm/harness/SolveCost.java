package dev.waggle.swarm.harness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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
}
