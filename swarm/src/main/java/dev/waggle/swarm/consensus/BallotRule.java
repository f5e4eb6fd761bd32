package dev.waggle.swarm.consensus;

import dev.waggle.signal.json.WireConstant;

/** Meaning of a vote for one proposal with respect to the other proposals. */
public enum BallotRule implements WireConstant {
    /** A voter may approve of several proposals, and each is judged by the votes on it alone. */
    APPROVAL,
    /**
     * A voter supports one proposal at a time, the one it agreed with last. In the ratio strategies it counts as a
     * disagreeing voter of every other proposal, with the weight of its ballot. If it agrees with several at once, the
     * heaviest agreement counts, and equally heavy ones share its vote.
     */
    EXCLUSIVE;

    /** Returns the rule with that wire name; rejects unknown names. */
    public static BallotRule of(String word) {
        for (BallotRule rule : values()) {
            if (rule.wireName().equals(word)) {
                return rule;
            }
        }
        throw new IllegalArgumentException("ballots must be approval or exclusive, got \"" + word + "\"");
    }
}
