package dev.waggle.swarm.harness;

import dev.waggle.signal.harness.Meter;

/**
 * What calls of models may cost, and by which prices.
 *
 * @param budget what one solve may spend
 * @param prices what a call costs
 * @param above who pays for all of it in the end, each payer as a part of it: who has a budget of its own, and prices. A
 *        call must have room in both
 */
public record Spending(Budget budget, PriceTable prices, Meter above) {

    /** No budget, and {@link PriceTable#COST_PER_TOKEN} for each token. */
    public static final Spending UNLIMITED = new Spending(Budget.UNLIMITED, PriceTable.FLAT);

    /** Nobody above. */
    public Spending(Budget budget, PriceTable prices) {
        this(budget, prices, Meter.free());
    }

    public Spending withBudget(Budget newBudget) {
        return new Spending(newBudget, prices, above);
    }

    public Spending withPrices(PriceTable newPrices) {
        return new Spending(budget, newPrices, above);
    }

    public Spending withAbove(Meter payer) {
        return new Spending(budget, prices, payer);
    }
}
