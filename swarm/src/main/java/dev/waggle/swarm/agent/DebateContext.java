package dev.waggle.swarm.agent;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;

/**
 * Context of a debate. In its turns an agent attacks or defends one of the two proposals and votes on them; only
 * votes on these two count in it.
 *
 * @param proposalA the signal that proposed the first of them
 * @param proposalB the signal that proposed the second
 * @param round the round of the debate, from 1; from the second on only new content changes a position
 * @param rounds the maximum number of rounds
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

    /** The ids of the proposals, among the two, that this agent made. */
    public List<String> ownOf(String agentId) {
        return List.of(proposalA, proposalB).stream().filter(signal -> signal.source().isAgent(agentId))
                .map(DebateContext::id).toList();
    }

    private static String id(Signal proposal) {
        return proposal.payload() instanceof Payload.Proposal known ? known.proposalId() : "";
    }
}
