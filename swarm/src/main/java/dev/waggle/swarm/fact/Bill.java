package dev.waggle.swarm.fact;

import java.util.List;

import dev.waggle.swarm.harness.Purse;

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
