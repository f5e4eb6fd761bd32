package dev.waggle.swarm.consensus;

/**
 * A challenge or doubt against a proposal.
 *
 * @param kind which of the two
 * @param agentId who raised it
 * @param signalId the signal that did
 * @param target the signal id or the proposal id that it is raised against
 * @param text the argument or concern
 * @param answered whether somebody else replied to it
 */
public record Objection(Kind kind, String agentId, String signalId, String target, String text, boolean answered) {

    /** How strongly it speaks against its target. */
    public enum Kind {
        CHALLENGE, DOUBT
    }

    Objection asAnswered() {
        return new Objection(kind, agentId, signalId, target, text, true);
    }

    boolean isAgainst(Proposal proposal) {
        return target.equals(proposal.sourceSignalId()) || target.equals(proposal.id());
    }
}
