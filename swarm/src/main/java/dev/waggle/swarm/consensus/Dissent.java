package dev.waggle.swarm.consensus;

import java.util.HashSet;
import java.util.Set;

/**
 * Dissent from the leading proposal; never discarded.
 *
 * @param kind the form of the dissent
 * @param agentId the dissenting agent
 * @param text the reason, the argument, the concern or the rival's content; empty when none was given
 * @param about the proposal or signal that it refers to
 */
public record Dissent(Dissent.Kind kind, String agentId, String text, String about) {

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

    /**
     * A challenge or doubt against a proposal.
     *
     * @param kind challenge or doubt
     * @param agentId the agent that raised it
     * @param signalId the signal that raised it
     * @param target the id of the signal or proposal that it is raised against
     * @param text the argument or concern
     * @param answeredBy the agents that replied to it, apart from those that joined in with an objection of their own
     */
    public record Objection(Objection.Kind kind, String agentId, String signalId, String target, String text,
            Set<String> answeredBy) {

        public Objection {
            answeredBy = Set.copyOf(answeredBy);
        }

        /** Form of an objection. */
        public enum Kind {
            CHALLENGE, DOUBT
        }

        public Objection answeredAlsoBy(String agent) {
            Set<String> more = new HashSet<>(answeredBy);
            more.add(agent);
            return new Objection(kind, agentId, signalId, target, text, more);
        }

        public boolean isAgainst(Proposal proposal) {
            return target.equals(proposal.sourceSignalId()) || target.equals(proposal.id());
        }
    }
}
