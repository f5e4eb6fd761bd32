package dev.waggle.swarm.reaction.prompt;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.DebateContext;

/**
 * Role of an agent in a debate.
 *
 * @param debate the debate
 * @param own the ids of the agent's own proposals among the two
 */
record DebateRole(DebateContext debate, List<String> own) {

    DebateRole {
        own = List.copyOf(own);
    }

    /** True if the debate is about that proposal. */
    boolean isAbout(Signal proposal) {
        return proposal.payload() instanceof Payload.Proposal known
                && debate.proposalIds().contains(known.proposalId());
    }
}
