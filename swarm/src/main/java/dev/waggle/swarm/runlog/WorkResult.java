package dev.waggle.swarm.runlog;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.harness.call.BudgetLedger;

/**
 * Result of a turn of an agent, or of a piece of work for a part of the runtime, as a log holds it.
 *
 * @param outcome its answer as JSON, or the reason of its failure
 * @param harnessSignals signals that harnesses emitted in it
 * @param cost its cost
 * @param readings readings of the answers of models that were replies in it
 */
public record WorkResult(CallOutcome<JsonValue> outcome, List<Signal> harnessSignals, WorkCost cost,
        List<ReplyReading> readings) {

    public WorkResult {
        harnessSignals = List.copyOf(harnessSignals);
        readings = List.copyOf(readings);
    }

    /**
     * Cost of a piece of work.
     *
     * @param payments in the order in which they were made
     * @param refused whether a call was refused because the budget was spent
     */
    public record WorkCost(List<BudgetLedger.Payment> payments, boolean refused) {

        public WorkCost {
            payments = List.copyOf(payments);
        }

        /** Books the cost again, in the budget ledger of a replayed solve. */
        public void bookIn(BudgetLedger budget) {
            payments.forEach(budget::recordPayment);
            if (refused) {
                budget.recordRefusal();
            }
        }
    }
}
