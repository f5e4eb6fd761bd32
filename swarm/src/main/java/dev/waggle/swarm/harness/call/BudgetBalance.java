package dev.waggle.swarm.harness.call;

import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import org.jspecify.annotations.Nullable;

/**
 * Balance of a budget, in tokens and US dollars: spent, set aside for open calls, and expected from an earlier process.
 * Guarded by the lock of its {@link BudgetLedger}.
 */
final class BudgetBalance {

    /**
     * Share of the budget up to which output beyond its grant is covered once the budget is used up. Output is heard in
     * bytes, and an honest answer of a granted length has more of them than estimated.
     */
    static final double OVERRUN_SHARE = 0.05;

    private final Budget budget;
    private final Map<String, UsageTotals> byPayer = new TreeMap<>();
    private UsageTotals total = UsageTotals.NOTHING;
    private double tokensAside;
    private double usdAside;
    private int calls;
    private double expectedTokens;
    private double expectedUsd;

    BudgetBalance(Budget budget) {
        this.budget = budget;
    }

    boolean isUnlimited() {
        return budget.equals(Budget.UNLIMITED);
    }

    /** True if there is a limit in money. */
    boolean limitsMoney() {
        return budget.usd() != null;
    }

    /** True if nothing is set aside. */
    boolean isFree() {
        return calls == 0;
    }

    /** True if fewer tokens than these are left, or no money. */
    boolean isBelow(double tokens) {
        return leftTokens() < tokens || leftUsd() <= 0;
    }

    /** The longest output that can be paid beside an input of that size, in tokens; negative if not even the input. */
    double affordable(Price price, double in) {
        double tokens = leftTokens() - tokensAside - expectedTokens - in;
        double usd = leftUsd() - usdAside - expectedUsd - price.atMost(in, 0);
        return Math.min(tokens, usd < 0 ? -1 : outputFor(usd, price));
    }

    /** The tokens of output that can be covered beyond all that is set aside, from 0. */
    double overrun(Price price) {
        double tokens = leftTokens() - tokensAside - expectedTokens + share(budget.tokens());
        double usd = leftUsd() - usdAside - expectedUsd + share(budget.usd());
        return Math.max(0, Math.min(tokens, usd < 0 ? 0 : outputFor(usd, price)));
    }

    /** Sets tokens and money aside for one more call. */
    void setAside(double tokens, double usd) {
        calls++;
        extend(tokens, usd);
    }

    /** Sets more aside for an open call. */
    void extend(double tokens, double usd) {
        tokensAside += tokens;
        usdAside += usd;
    }

    /** Releases all that was set aside for a call. */
    void giveBack(double tokens, double usd) {
        calls--;
        tokensAside = calls == 0 ? 0 : tokensAside - tokens; // Clears the rounding of other calls.
        usdAside = calls == 0 ? 0 : usdAside - usd;
    }

    void pay(String payer, UsageTotals call) {
        total = total.and(call);
        byPayer.merge(payer, call, UsageTotals::and);
    }

    void expect(TokenUsage usage, Price price) {
        expectedTokens += usage.totalTokens();
        expectedUsd += price.of(usage);
    }

    void subtractExpected(TokenUsage usage, Price price) {
        expectedTokens = Math.max(0, expectedTokens - usage.totalTokens());
        expectedUsd = Math.max(0, expectedUsd - price.of(usage));
    }

    /** Amount spent, summed in the order of the payers, so that the sum does not depend on the order of their calls. */
    SolveCost cost() {
        UsageTotals all = byPayer.values().stream().reduce(UsageTotals.NOTHING, UsageTotals::and);
        return new SolveCost(all, byPayer);
    }

    /** Reason against a call with an input of that size. */
    String refusal(double in) {
        String limit = budget.tokens() == null ? "" : budget.tokens() + " tokens";
        String money = budget.usd() == null ? "" : String.format(PlainLocale.NONE, "%.4f USD", budget.usd());
        return "the budget of " + limit + (limit.isEmpty() || money.isEmpty() ? "" : " and ") + money
                + " has no room for a call of about " + (long) in + " tokens of input: "
                + (long) total.totalTokens() + " tokens and " + String.format(PlainLocale.NONE, "%.4f USD", total.usd())
                + " are spent";
    }

    private static double outputFor(double usd, Price price) {
        double each = price.atMost(0, 1);
        return each > 0 ? usd / each : Double.MAX_VALUE;
    }

    private static double share(@Nullable Number limit) {
        return limit == null ? 0 : limit.doubleValue() * OVERRUN_SHARE;
    }

    private double leftTokens() {
        @Nullable Long limit = budget.tokens();
        return limit == null ? Double.MAX_VALUE : limit - total.totalTokens();
    }

    private double leftUsd() {
        @Nullable Double limit = budget.usd();
        return limit == null ? Double.MAX_VALUE : limit - total.usd();
    }
}
