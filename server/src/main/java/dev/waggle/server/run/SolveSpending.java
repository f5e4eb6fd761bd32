package dev.waggle.server.run;

import java.util.function.Function;

import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.BudgetReservation;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;

/**
 * Share of one solve in the limits of the token that ordered it, until it is settled. A resumed run settles what it has
 * cost since its last settlement. May be used by many threads.
 */
public final class SolveSpending {

    private static final String USD = "--budget-usd";
    private static final String TOKENS = "--budget-tokens";

    private final AccessLimiter limits;
    private final Function<String, RunAccount> accounts;
    /** The account as it is once the run has its place, because its last settlement is in it by then. */
    private RunAccount account = RunAccount.of(CallerIdentity.OWNER);
    private AccessLimiter.@Nullable Permit place;
    private @Nullable BudgetReservation budget;

    private SolveSpending(AccessLimiter limits, Function<String, RunAccount> accounts) {
        this.limits = limits;
        this.accounts = accounts;
    }

    /** The share of a new solve. */
    public static SolveSpending of(AccessLimiter limits, String caller) {
        return new SolveSpending(limits, _ -> RunAccount.of(caller));
    }

    /**
     * The share of a resumed run, of the token that ordered it.
     *
     * @param caller the sender of the request, which pays for a run that no token ordered
     */
    public static SolveSpending ofResumed(AccessLimiter limits, RunCatalog catalog, String caller) {
        return new SolveSpending(limits, run -> catalog.account(run).orPaidBy(caller));
    }

    /** Occupies a place and reserves the budget of a new solve; returns the order with it. */
    public synchronized SolveOrder reserve(String run, SolveOrder order) {
        occupy(run);
        BudgetReservation reserved = limits.reserve(account.caller(), run, order.budgetUsd(), order.budgetTokens());
        budget = reserved;
        return order.withBudget(reserved.usd(), reserved.tokens());
    }

    /** Occupies a place among the solves of the token; refused with status 429 when all are taken. */
    synchronized void occupy(String run) {
        account = accounts.apply(run);
        place = limits.openSolve(account.caller());
    }

    /** Reserves the rest of the maximum that a run was started with; refused when less is left today. */
    synchronized void reserveRest(String run, LogEntry opened) {
        Double usd = SetupOption.of(opened, USD).map(Double::valueOf)
                .map(most -> Math.max(0, most - account.usd())).orElse(null);
        Long tokens = SetupOption.of(opened, TOKENS).map(Long::valueOf)
                .map(most -> Math.max(0, most - account.tokens())).orElse(null);
        budget = limits.reserve(account.caller(), run, usd, tokens);
    }

    /** Settles the cost and frees the place, once; without a result nothing was spent. */
    public synchronized void settle(@Nullable SwarmResult result) {
        BudgetReservation reserved = budget;
        budget = null;
        try {
            if (reserved != null) {
                reserved.settle(result == null ? 0 : Math.max(0, result.cost().estimatedUsd() - account.usd()),
                        result == null ? 0 : Math.max(0, Math.round(result.cost().tokens()) - account.tokens()));
            }
        } finally {
            if (place != null) {
                place.close();
            }
        }
    }
}
