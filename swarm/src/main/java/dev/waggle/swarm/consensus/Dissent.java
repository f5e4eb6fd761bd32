package dev.waggle.swarm.consensus;

/**
 * A voice against the leading proposal; never discarded.
 *
 * @param kind how it spoke against it
 * @param agentId whose voice it is
 * @param text the reason, the argument, the concern or the rival's content; empty when none was given
 * @param about the proposal or signal that it refers to
 */
public record Dissent(Kind kind, String agentId, String text, String about) {

    /** How a voice spoke against the leader. */
    public enum Kind {
        /** Voted against it, or stands behind another proposal under exclusive ballots. */
        VOTE,
        /** Challenged it, and none of its supporters answered. */
        CHALLENGE,
        /** Doubted it, and none of its supporters answered. */
        DOUBT,
        /** Proposed something else that somebody voted for. */
        RIVAL
    }
}
