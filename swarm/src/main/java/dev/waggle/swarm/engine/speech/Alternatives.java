package dev.waggle.swarm.engine.speech;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Answer;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.reaction.reply.ProposalName;

/**
 * What challengers would do instead enters as a proposal of theirs, unless something equal is on the table already or
 * they propose it themselves in the same breath. Where rivals are left alone, as in recordings, it stays in the
 * challenge: what was recorded is said and nothing else. Owned by the thread of the solve.
 */
final class Alternatives {

    /** The contents on the table, in the form in which answers are compared. */
    private final Set<String> known = new HashSet<>();
    private final ConflictResolution conflicts;

    Alternatives(ConflictResolution conflicts) {
        this.conflicts = conflicts;
    }

    void said(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            known.add(Answer.key(proposal.content()));
        }
    }

    /** The proposal in a challenge that is said among those words. */
    Optional<Draft> of(Signal signal, Words words) {
        if (conflicts == ConflictResolution.NONE || !words.isOfAgent()
                || !(signal.payload() instanceof Payload.Challenge challenge)) {
            return Optional.empty();
        }
        String instead = challenge.alternativeProposal();
        if (instead == null || instead.isBlank() || isThere(Answer.key(instead), words)) {
            return Optional.empty();
        }
        return Optional.of(Draft.of(new Payload.Proposal(ProposalName.of(instead), instead.strip(),
                challenge.counterArgument()), signal.confidence()).inReplyTo(signal.id()));
    }

    private boolean isThere(String key, Words words) {
        return known.contains(key) || words.signals().stream().map(Signal::payload)
                .anyMatch(said -> said instanceof Payload.Proposal own && Answer.key(own.content()).equals(key));
    }
}
