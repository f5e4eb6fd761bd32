package dev.waggle.swarm.consensus;

/** Reason why the votes do not decide. */
public enum ConsensusFailure {
    /** No proposal exists. */
    NO_PROPOSALS,
    /** Fewer agents have voted than the rule needs. */
    INSUFFICIENT_VOTERS,
    /** Enough agents have voted, but too few for the leader, or none agrees with anything. */
    NO_MAJORITY,
    /** The time limit was reached. */
    TIMEOUT,
    /** The question was escalated to an outside party. */
    ESCALATED
}
