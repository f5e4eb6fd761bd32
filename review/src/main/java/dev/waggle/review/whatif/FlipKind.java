package dev.waggle.review.whatif;

import dev.waggle.signal.json.WireConstant;

/** Kind of a change that flips a decision. */
public enum FlipKind implements WireConstant {
    /** Another threshold, as near as it flips. */
    THRESHOLD,
    /** Another number of agents that must have voted. */
    QUORUM,
    /** Another factor on the votes of one agent. */
    AGENT_WEIGHT,
    /** Some votes were never cast. */
    VOTES_ABSENT,
    /** Some votes with the opposite stance. */
    VOTES_REVERSED,
    /** All votes of one agent were never cast. */
    AGENT_ABSENT,
    /** Another strategy. */
    STRATEGY
}
