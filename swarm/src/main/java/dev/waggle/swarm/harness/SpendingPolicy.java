package dev.waggle.swarm.harness;

import dev.waggle.signal.harness.CallMeter;

/**
 * What calls of models may cost, and by which prices.
 *
 * @param budget what one solve may spend
 * @param prices what a call costs
 * @param parent who pays for all of it in the end, each payer as a part of it: who has a budget of its own, and prices. A
 *        call must have room in both
 */
public record SpendingPolicy(Budget budget, PriceTable prices, CallMeter parent) {

    /** No budget, and {@link PriceTable#COST_PER_TOKEN} for each token. */
    public static final SpendingPolicy UNLIMITED = new SpendingPolicy(Budget.UNLIMITED, PriceTable.FLAT);

    /** Nobody above. */
    public SpendingPolicy(Budget budget, PriceTable prices) {
        this(budget, prices, CallMeter.free());
    }

    public SpendingPolicy withBudget(Budget newBudget) {
        return new SpendingPolicy(newBudget, prices, parent);
    }

    public SpendingPolicy withPrices(PriceTable newPrices) {
        return new SpendingPolicy(budget, newPrices, parent);
    }

    public SpendingPolicy withParent(CallMeter payer) {
        return new SpendingPolicy(budget, prices, payer);
    }
}
