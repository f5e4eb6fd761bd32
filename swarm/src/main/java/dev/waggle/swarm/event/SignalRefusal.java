package dev.waggle.swarm.event;

import dev.waggle.signal.Signal;

/**
 * Signal that the log refused.
 *
 * @param signal the signal
 * @param reason the reason
 */
public record SignalRefusal(Signal signal, Reason reason) {

    /** Reason for the refusal of a signal. */
    public enum Reason {
        /** A proposal with that id and that content is on the table already: equal answers are one proposal. */
        SAME_PROPOSAL,
        /**
         * Name collision: a proposal with that id and other content, trimmed and without regard to case, exists. Also a
         * vote on that id in the turn that proposed the other content, because it would count for the wrong proposal.
         */
        NAME_TAKEN,
        /** The agent may not emit this type. */
        NOT_ALLOWED,
        /** It is no vote, and a closing turn takes nothing else. */
        VOTES_ONLY,
        /** The log held as many signals as the limit allows. */
        LIMIT,
        /** Share exceeded: its turn had published its share of the signals left, the rest is for other agents. */
        SHARE,
        /** Its lifetime was over. */
        EXPIRED,
        /** A signal with that id is in the log already. */
        DUPLICATE_ID,
        /** The journal cannot hold it, for example because it is too large. */
        UNWRITABLE
    }
}
