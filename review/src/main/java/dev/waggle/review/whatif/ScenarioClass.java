package dev.waggle.review.whatif;

import dev.waggle.signal.json.WireConstant;

/** Class of scenarios in a table, in the order of the table. */
public enum ScenarioClass implements WireConstant {
    /** No change. */
    NOTHING,
    /** Another quorum. */
    QUORUM,
    /** One agent left out. */
    AGENT,
    /** One vote turned or absent. */
    VOTE,
    /** Half or double weight of one agent. */
    WEIGHT,
    /** Two agents left out. */
    TWO_AGENTS,
    /** Two votes, each turned or absent. */
    TWO_VOTES,
    /** One agent left out, and a vote of another one turned or absent. */
    AGENT_AND_VOTE;

    /** True if each scenario changes two things. */
    boolean isOfPairs() {
        return this == TWO_AGENTS || this == TWO_VOTES || this == AGENT_AND_VOTE;
    }
}
