package dev.waggle.swarm.harness;

import dev.waggle.signal.harness.CallMeter;

/**
 * Budget and prices for model calls.
 *
 * @param budget spending limit of one solve
 * @param prices price of a call
 * @param parent the meter that finally pays for every payer, as part of itself, with a budget and prices of its own;
 *        a call must fit both
 */
public record SpendingPolicy(Budget budget, PriceTable prices, CallMeter parent) {

    /** No budget, the prices that harnesses state, else {@link PriceTable#COST_PER_TOKEN} for each token. */
    public static final SpendingPolicy UNLIMITED = new SpendingPolicy(Budget.UNLIMITED, PriceTable.FLAT);

    /** A policy without a parent. */
    public SpendingPolicy(Budget budget, PriceTable prices) {
        this(budget, prices, CallMeter.free());
    }

    public SpendingPolicy withBudget(Budget newBudget) {
        return new SpendingPolicy(newBudget, prices, parent);
    }

    public SpendingPolicy withPrices(PriceTable newPrices) {
        return new SpendingPolicy(budget, newPrices, parent);
    }

    public SpendingPolicy withParent(CallMeter meter) {
        return new SpendingPolicy(budget, prices, meter);
    }
}
