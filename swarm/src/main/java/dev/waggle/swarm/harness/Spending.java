package dev.waggle.swarm.harness;

/**
 * What calls of models may cost, and by which prices.
 *
 * @param budget what one solve may spend
 * @param prices what a call costs
 */
public record Spending(Budget budget, PriceTable prices) {

    /** No budget, and {@link PriceTable#COST_PER_TOKEN} for each token. */
    public static final Spending UNLIMITED = new Spending(Budget.UNLIMITED, PriceTable.FLAT);

    public Spending withBudget(Budget newBudget) {
        return new Spending(newBudget, prices);
    }

    public Spending withPrices(PriceTable newPrices) {
        return new Spending(budget, newPrices);
    }
}
