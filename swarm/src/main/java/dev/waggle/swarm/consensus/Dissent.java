package dev.waggle.swarm.consensus;

/**
 * Dissent from the leading proposal; never discarded.
 *
 * @param kind the form of the dissent
 * @param agentId the dissenting agent
 * @param text the reason, the argument, the concern or the rival's content; empty when none was given
 * @param about the proposal or signal that it refers to
 */
public record Dissent(Kind kind, String agentId, String text, String about) {

    /** Form of a dissent from the leader. */
    public enum Kind {
        /** Voted against it, or supports another proposal under exclusive ballots. */
        VOTE,
        /** Challenged it, and none of its supporters answered. */
        CHALLENGE,
        /** Doubted it, and none of its supporters answered. */
        DOUBT,
        /** Proposed something else that at least one agent voted for. */
        RIVAL
    }
}
