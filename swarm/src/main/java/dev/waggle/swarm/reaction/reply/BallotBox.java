package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.identity.UnstatedConfidence;

/**
 * Votes of one reply, whatever their order. Votes on one proposal that contradict each other are none. Equal votes are
 * one, and two confidences of one vote count as not stated. Owned by one reply.
 */
final class BallotBox {

    private final Map<String, List<Ballot>> ballots = new LinkedHashMap<>();
    private final List<ReplyMend> mends;

    BallotBox(List<ReplyMend> mends) {
        this.mends = mends;
    }

    private record Ballot(Payload.Vote vote, Draft draft, String location) {}

    void add(Payload.Vote vote, Draft draft, String location) {
        ballots.computeIfAbsent(vote.proposalId(), _ -> new ArrayList<>()).add(new Ballot(vote, draft, location));
    }

    /** The votes that count, by their first drafts; a vote that contradicts another one is a fault. */
    IdentityHashMap<Draft, Draft> counted(List<ReplyError> faults) {
        IdentityHashMap<Draft, Draft> counted = new IdentityHashMap<>();
        for (List<Ballot> all : ballots.values()) {
            boolean agree = all.stream().map(ballot -> ballot.vote.stance()).distinct().count() == 1;
            if (agree) {
                counted.put(all.getFirst().draft, merged(all));
            } else {
                all.forEach(ballot -> faults.add(new ReplyError(ReplyError.Kind.BAD, ballot.location
                        + "you vote twice on " + ReplyFields.quoted(ballot.vote.proposalId())
                        + ", and the votes contradict each other")));
            }
        }
        return counted;
    }

    private Draft merged(List<Ballot> all) {
        Ballot first = all.getFirst();
        if (all.size() == 1) {
            return first.draft;
        }
        mends.add(new ReplyMend(ReplyMend.Cause.SEVERAL, all.size() + " equal votes are one"));
        boolean isOneConfidence = all.stream().map(ballot -> ballot.draft.grading().confidence()).distinct()
                .count() == 1;
        if (isOneConfidence) {
            return first.draft;
        }
        Payload.Vote vote = new Payload.Vote(first.vote.proposalId(), first.vote.stance(), first.vote.reasoning(),
                UnstatedConfidence.VALUE);
        return UnstatedConfidence.mark(Draft.of(vote, UnstatedConfidence.VALUE)
                .withGrading(Grading.confidence(UnstatedConfidence.VALUE)
                        .withCausalLevel(Objects.requireNonNull(first.draft.grading().causalLevel())))
                .inReplyTo(Objects.requireNonNull(first.draft.links().replyTo())));
    }
}
