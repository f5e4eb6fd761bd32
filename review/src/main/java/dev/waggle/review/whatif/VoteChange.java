package dev.waggle.review.whatif;

import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.consensus.VoteRecord;

/** Hypothetical change of a vote that counts. */
public enum VoteChange implements WireConstant {
    /** Reversed stance: agreement becomes disagreement and disagreement agreement. An abstention stays. */
    REVERSED,
    /** Absence: the vote was never cast. The vote that it had replaced stays replaced. */
    ABSENT;

    /** True if that vote can be changed in this way. */
    boolean fits(VoteRecord vote) {
        return this == ABSENT || vote.vote().stance() != Stance.ABSTAIN;
    }

    /** The vote thought otherwise; empty when there is none left. */
    Optional<VoteRecord> of(VoteRecord vote) {
        if (this == ABSENT) {
            return Optional.empty();
        }
        Stance other = switch (vote.vote().stance()) {
            case AGREE -> Stance.DISAGREE;
            case DISAGREE -> Stance.AGREE;
            case ABSTAIN -> Stance.ABSTAIN;
        };
        return Optional.of(turned(vote, other));
    }

    /** The vote with another stance; its weight and evidence stay. */
    static VoteRecord turned(VoteRecord vote, Stance stance) {
        return new VoteRecord(vote.agentId(), new Payload.Vote(vote.proposalId(), stance, vote.vote().reasoning(),
                vote.vote().weight()), vote.time(), vote.causalLevel(), vote.signalId(), vote.turn(), vote.evidence(),
                vote.confidences());
    }
}
