package dev.waggle.server.api.run;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.BudgetReservation;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;

/** Share of one solve in the limits of its caller, until it is settled. */
final class SolveSpending {

    private final AccessLimiter limits;
    private final CallerIdentity caller;
    private final AccessLimiter.Permit place;
    private final AtomicReference<@Nullable BudgetReservation> budget = new AtomicReference<>();
    private final AtomicBoolean isSettled = new AtomicBoolean();

    private SolveSpending(AccessLimiter limits, CallerIdentity caller, AccessLimiter.Permit place) {
        this.limits = limits;
        this.caller = caller;
        this.place = place;
    }

    /** Occupies a place; refused when the caller has none left. */
    static SolveSpending open(AccessLimiter limits, CallerIdentity caller) {
        return new SolveSpending(limits, caller, limits.openSolve(caller));
    }

    /** Reserves the budget of a run and returns the order with it; refused when less is left today. */
    SolveOrder reserve(String run, SolveOrder order) {
        BudgetReservation reserved = limits.reserve(caller, run, order.budgetUsd(), order.budgetTokens());
        budget.set(reserved);
        return order.withBudget(reserved.usd(), reserved.tokens());
    }

    /** Settles the cost and frees the place, once; without a result nothing was spent. */
    void settle(@Nullable SwarmResult result) {
        if (isSettled.compareAndSet(false, true)) {
            place.close();
            BudgetReservation reserved = budget.get();
            if (reserved != null) {
                reserved.settle(result == null ? 0 : result.cost().estimatedUsd(),
                        result == null ? 0 : Math.round(result.cost().tokens()));
            }
        }
    }
}
