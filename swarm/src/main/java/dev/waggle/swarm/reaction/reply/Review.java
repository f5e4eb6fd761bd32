package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a reply before it is said, beside what the agent said before: nobody repeats itself word for word, votes twice
 * for the same thing, or votes on one proposal twice in one breath. A discovery whose own relevance is below {@value
 * #LEAST_RELEVANCE} is off the topic; nobody here pretends to judge that better than the model that states it.
 */
public final class Review {

    /** What matters less than that to the question is not about it. */
    static final double LEAST_RELEVANCE = 0.1;

    private final Set<String> said = new HashSet<>();
    private final Map<String, Stance> stances = new HashMap<>();

    /** Remembers what the agent said. */
    public Review(List<Signal> own) {
        for (Signal signal : own) {
            String words = words(signal.payload());
            if (words != null) {
                said.add(words);
            }
            if (signal.payload() instanceof Payload.Vote vote) {
                stances.put(vote.proposalId(), vote.stance());
            }
        }
    }

    /** The reply without what does not stand up. */
    public Reply of(Reply reply) {
        List<Draft> kept = new ArrayList<>();
        List<Fault> faults = new ArrayList<>(reply.faults());
        Set<String> spoken = new HashSet<>(said);
        Set<String> votedOn = new HashSet<>();
        for (Draft draft : reply.drafts()) {
            Fault fault = fault(draft.payload(), spoken, votedOn);
            if (fault == null) {
                kept.add(draft);
            } else {
                faults.add(fault);
            }
        }
        return new Reply(kept, faults);
    }

    private @Nullable Fault fault(Payload payload, Set<String> spoken, Set<String> votedOn) {
        if (payload instanceof Payload.Discovery found && found.relevance() < LEAST_RELEVANCE) {
            return new Fault(Fault.Kind.OFF_TOPIC, "a discovery of relevance " + found.relevance()
                    + " has nothing to do with the question: " + ReplyFields.quoted(found.finding()));
        }
        if (payload instanceof Payload.Vote vote) {
            if (vote.stance() == stances.get(vote.proposalId())) {
                return new Fault(Fault.Kind.REPEATED, "you have voted the same way on "
                        + ReplyFields.quoted(vote.proposalId()) + " already");
            }
            return votedOn.add(vote.proposalId())
                    ? null
                    : new Fault(Fault.Kind.BAD, "you vote twice on " + ReplyFields.quoted(vote.proposalId()));
        }
        String words = words(payload);
        return words == null || spoken.add(words)
                ? null
                : new Fault(Fault.Kind.REPEATED, "you have said this before: " + ReplyFields.quoted(words));
    }

    /** What was said, in the form in which it is compared; null for what may be said again. */
    private static @Nullable String words(Payload payload) {
        return switch (payload) {
            case Payload.Discovery found -> Answer.key(found.finding());
            case Payload.Proposal proposal -> Answer.key(proposal.content());
            case Payload.Doubt doubt -> Answer.key(doubt.concern());
            case Payload.Challenge challenge -> Answer.key(challenge.counterArgument());
            case Payload.Escalate escalate -> Answer.key(escalate.reason());
            case Payload.SharedMemory memory -> Answer.key(memory.content());
            case Payload.Task _, Payload.Vote _, Payload.Conflict _, Payload.ConsensusReached _, Payload.ToolResult _, Payload.Open _ ->
                null;
        };
    }
}
