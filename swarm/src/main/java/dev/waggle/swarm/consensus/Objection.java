package dev.waggle.swarm.consensus;

import java.util.HashSet;
import java.util.Set;

/**
 * A challenge or doubt against a proposal.
 *
 * @param kind which of the two
 * @param agentId who raised it
 * @param signalId the signal that did
 * @param target the signal id or the proposal id that it is raised against
 * @param text the argument or concern
 * @param answeredBy who replied to it, apart from those who joined in with an objection of their own
 */
public record Objection(Kind kind, String agentId, String signalId, String target, String text,
        Set<String> answeredBy) {

    public Objection {
        answeredBy = Set.copyOf(answeredBy);
    }

    /** How strongly it speaks against its target. */
    public enum Kind {
        CHALLENGE, DOUBT
    }

    Objection answeredAlsoBy(String agent) {
        Set<String> more = new HashSet<>(answeredBy);
        more.add(agent);
        return new Objection(kind, agentId, signalId, target, text, more);
    }

    boolean isAgainst(Proposal proposal) {
        return target.equals(proposal.sourceSignalId()) || target.equals(proposal.id());
    }
}
