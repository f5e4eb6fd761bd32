package dev.waggle.swarm.consensus;

import dev.waggle.signal.json.WireConstant;

/** Treatment of rival proposals when the votes do not decide. */
public enum ConflictResolution implements WireConstant {
    /** The two leading proposals are debated, each pair once. */
    DEBATE,
    /** The proposal that most agents agree with wins at once. */
    MAJORITY,
    /** An outside party is asked by one {@code escalate} signal, and the swarm does not decide. */
    ESCALATE,
    /**
     * The rounds continue, and a challenger's alternative stays in its challenge; for recordings that cannot answer.
     */
    NONE;

    /** Returns the mode with that wire name; rejects unknown names. */
    public static ConflictResolution of(String word) {
        for (ConflictResolution mode : values()) {
            if (mode.wireName().equals(word)) {
                return mode;
            }
        }
        throw new IllegalArgumentException(
                "conflictResolution must be debate, majority, escalate or none, got \"" + word + "\"");
    }
}
