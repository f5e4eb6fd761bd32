package dev.waggle.server.run;

import dev.waggle.server.access.AuditLog.SolveCharge;
import dev.waggle.server.access.CallerIdentity;

/**
 * Payer of a run and its settled cost.
 *
 * @param caller the name of the token that ordered the run
 * @param usd its settled cost in US dollars
 * @param tokens its settled tokens of models
 */
record RunAccount(String caller, double usd, long tokens) {

    /** The account of a run that nothing was paid for yet. */
    static RunAccount of(String caller) {
        return new RunAccount(caller, 0, 0);
    }

    /** The same after a charge. The owner has no limits, so a token that goes on with its run pays. */
    RunAccount with(SolveCharge charge) {
        return new RunAccount(isOwners() ? charge.caller() : caller, usd + charge.usd(), tokens + charge.tokens());
    }

    /** The same, paid by that caller if no token ordered the run. */
    RunAccount orPaidBy(String other) {
        return isOwners() ? new RunAccount(other, usd, tokens) : this;
    }

    private boolean isOwners() {
        return caller.equals(CallerIdentity.OWNER);
    }
}
