package dev.waggle.swarm.agent;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;

/**
 * What a debate is about. In its turns an agent is asked to attack or to defend one of the two proposals and to vote on
 * them; only votes on these two count in it.
 *
 * @param proposalA the signal that put one of them on the table
 * @param proposalB the signal that put the other there
 * @param round the round of the debate, from 1; from the second on only what is new moves anybody
 * @param rounds the most rounds that it may have
 */
public record DebateContext(Signal proposalA, Signal proposalB, int round, int rounds) {

    public DebateContext {
        if (!(proposalA.payload() instanceof Payload.Proposal a) || !(proposalB.payload() instanceof Payload.Proposal b)
                || a.proposalId().equals(b.proposalId())) {
            throw new IllegalArgumentException("a debate is between two proposals, got " + proposalA.type() + " "
                    + proposalA.id() + " and " + proposalB.type() + " " + proposalB.id());
        }
        if (round < 1 || round > rounds) {
            throw new IllegalArgumentException("round of a debate must be between 1 and " + rounds + ", got " + round);
        }
    }

    /** The ids of the two proposals. */
    public List<String> proposalIds() {
        return List.of(id(proposalA), id(proposalB));
    }

    /** The ids of those of the two that this agent put on the table. */
    public List<String> ownOf(String agentId) {
        return List.of(proposalA, proposalB).stream().filter(signal -> signal.source().label().equals(agentId))
                .map(DebateContext::id).toList();
    }

    private static String id(Signal proposal) {
        return proposal.payload() instanceof Payload.Proposal said ? said.proposalId() : "";
    }
}
