package dev.waggle.swarm.consensus;

import java.util.Locale;

/** What a vote for one proposal says about the others. */
public enum BallotRule {
    /** Nothing: a voter may approve of several proposals, and each is judged by the votes on it. */
    APPROVAL,
    /**
     * A voter stands behind one proposal at a time, the one it agreed with last. In the ratio strategies it counts as
     * a disagreeing voter of every other proposal, with the weight of its ballot.
     */
    EXCLUSIVE;

    /** The rule of that word; refuses unknown words. */
    public static BallotRule of(String word) {
        for (BallotRule rule : values()) {
            if (rule.wireName().equals(word)) {
                return rule;
            }
        }
        throw new IllegalArgumentException("ballots must be approval or exclusive, got \"" + word + "\"");
    }

    /** The word that stands in files and flags. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
