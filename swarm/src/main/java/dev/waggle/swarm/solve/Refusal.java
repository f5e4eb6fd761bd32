package dev.waggle.swarm.solve;

import dev.waggle.signal.Signal;

/**
 * Something that an agent said and the log did not take.
 *
 * @param signal what it was
 * @param reason why
 */
public record Refusal(Signal signal, Reason reason) {

    /** Why a signal was not taken. */
    public enum Reason {
        /** A proposal with that id is on the table already: equal answers are one proposal. */
        SAME_PROPOSAL,
        /** The agent may not say this type. */
        NOT_ALLOWED,
        /** The log held as many signals as the limit allows. */
        LIMIT,
        /** Its lifetime was over. */
        EXPIRED,
        /** A signal with that id is in the log already. */
        DUPLICATE_ID
    }
}
