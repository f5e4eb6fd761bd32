package dev.waggle.swarm.consensus;

import java.util.Locale;

/** Why the votes do not decide. */
public enum ConsensusFailure {
    /** There is nothing to vote on. */
    NO_PROPOSALS,
    /** Fewer agents have voted than are needed. */
    INSUFFICIENT_VOTERS,
    /** Enough have voted, and too few for the leader, or nobody for anything. */
    NO_MAJORITY,
    /** The time was up. */
    TIMEOUT,
    /** Somebody outside is asked. */
    ESCALATED;

    /** The word of the specification, for example {@code insufficient_voters}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
