package dev.waggle.swarm.runlog;

import java.util.List;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.CallOutcome;
import dev.waggle.swarm.harness.BudgetLedger;

/**
 * What came of a turn of an agent, or of a piece of work for a part of the runtime, as a log holds it.
 *
 * @param outcome what it brought, as JSON, or why it failed
 * @param harnessSignals what harnesses told in it
 * @param cost what it cost
 */
public record WorkResult(CallOutcome<JsonValue> outcome, List<Signal> harnessSignals, WorkCost cost) {

    public WorkResult {
        harnessSignals = List.copyOf(harnessSignals);
    }

    /**
     * What a piece of work cost.
     *
     * @param payments in the order in which they were made
     * @param refused whether a call was refused for want of money
     */
    public record WorkCost(List<BudgetLedger.Payment> payments, boolean refused) {

        public WorkCost {
            payments = List.copyOf(payments);
        }

        /** Books it once more, in the purse of a solve that is done again. */
        public void bookIn(BudgetLedger purse) {
            payments.forEach(purse::recordPayment);
            if (refused) {
                purse.recordRefusal();
            }
        }
    }
}
