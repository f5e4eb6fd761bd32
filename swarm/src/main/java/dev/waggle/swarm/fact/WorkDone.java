package dev.waggle.swarm.fact;

import java.util.List;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.harness.Purse;

/**
 * What came of a turn of an agent, or of a piece of work for a part of the runtime, as a log holds it.
 *
 * @param outcome what it brought, as JSON, or why it failed
 * @param told what harnesses told in it
 * @param bill what it cost
 */
public record WorkDone(Outcome<JsonValue> outcome, List<Signal> told, Bill bill) {

    public WorkDone {
        told = List.copyOf(told);
    }

    /**
     * What a piece of work cost.
     *
     * @param payments in the order in which they were made
     * @param refused whether a call was refused for want of money
     */
    public record Bill(List<Purse.Payment> payments, boolean refused) {

        public Bill {
            payments = List.copyOf(payments);
        }

        /** Books it once more, in the purse of a solve that is done again. */
        public void bookTo(Purse purse) {
            payments.forEach(purse::book);
            if (refused) {
                purse.bookRefusal();
            }
        }
    }
}
