package dev.waggle.swarm.engine.speech;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reaction.reply.ProposalName;

/**
 * Publishes a challenge's alternative as the challenger's proposal, unless an equal proposal exists or the same
 * answer holds it. If rivals are ignored, as in recordings, it stays in the challenge, so that the log equals the
 * recording. Owned by the thread of the solve.
 */
final class AlternativeExtractor {

    /** The contents on the table, in the form in which answers are compared. */
    private final Set<String> knownContents = new HashSet<>();
    private final ConflictResolution conflicts;

    AlternativeExtractor(ConflictResolution conflicts) {
        this.conflicts = conflicts;
    }

    void record(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            knownContents.add(CanonicalAnswer.key(proposal.content()));
        }
    }

    /** Proposal in a challenge of that batch. */
    Optional<Draft> extract(Signal signal, SignalBatch words) {
        if (conflicts == ConflictResolution.NONE || !words.isFromAgent()
                || !(signal.payload() instanceof Payload.Challenge challenge)) {
            return Optional.empty();
        }
        String instead = challenge.alternativeProposal();
        if (instead == null || instead.isBlank() || isProposed(CanonicalAnswer.key(instead), words)) {
            return Optional.empty();
        }
        return Optional.of(Draft.of(new Payload.Proposal(ProposalName.of(instead), instead.strip(),
                challenge.counterArgument()), signal.confidence()).inReplyTo(signal.id()));
    }

    private boolean isProposed(String key, SignalBatch words) {
        return knownContents.contains(key) || words.signals().stream().map(Signal::payload)
                .anyMatch(
                        said -> said instanceof Payload.Proposal own && CanonicalAnswer.key(own.content()).equals(key));
    }
}
