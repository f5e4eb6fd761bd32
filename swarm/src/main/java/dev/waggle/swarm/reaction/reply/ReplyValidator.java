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
import dev.waggle.swarm.identity.CanonicalAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Validates a reply against the agent's earlier signals. An agent may not repeat itself word for word, vote twice for
 * the same thing, or vote on one proposal twice in one reply. A discovery whose own relevance is below {@value
 * #MIN_RELEVANCE} is off topic; only the model that states it judges that.
 */
public final class ReplyValidator {

    /** Relevance below which a discovery is off topic. */
    static final double MIN_RELEVANCE = 0.1;

    private final Set<String> earlierTexts = new HashSet<>();
    private final Map<String, Stance> stances = new HashMap<>();

    /** A validator with the agent's earlier signals. */
    public ReplyValidator(List<Signal> own) {
        for (Signal signal : own) {
            String words = words(signal.payload());
            if (words != null) {
                earlierTexts.add(words);
            }
            if (signal.payload() instanceof Payload.Vote vote) {
                stances.put(vote.proposalId(), vote.stance());
            }
        }
    }

    /** The reply without its invalid parts. */
    public ModelReply validate(ModelReply reply) {
        List<Draft> accepted = new ArrayList<>();
        List<ReplyError> faults = new ArrayList<>(reply.faults());
        Set<String> texts = new HashSet<>(earlierTexts);
        Set<String> votedOn = new HashSet<>();
        for (Draft draft : reply.drafts()) {
            ReplyError fault = fault(draft.payload(), texts, votedOn);
            if (fault == null) {
                accepted.add(draft);
            } else {
                faults.add(fault);
            }
        }
        return new ModelReply(accepted, faults, reply.mends());
    }

    private @Nullable ReplyError fault(Payload payload, Set<String> texts, Set<String> votedOn) {
        if (payload instanceof Payload.Discovery found && found.relevance() < MIN_RELEVANCE) {
            return new ReplyError(ReplyError.Kind.OFF_TOPIC, "a discovery of relevance " + found.relevance()
                    + " has nothing to do with the question: " + ReplyFields.quoted(found.finding()));
        }
        if (payload instanceof Payload.Vote vote) {
            if (vote.stance() == stances.get(vote.proposalId())) {
                return new ReplyError(ReplyError.Kind.REPEATED, "you have voted the same way on "
                        + ReplyFields.quoted(vote.proposalId()) + " already");
            }
            return votedOn.add(vote.proposalId())
                    ? null
                    : new ReplyError(ReplyError.Kind.BAD, "you vote twice on " + ReplyFields.quoted(vote.proposalId()));
        }
        String words = words(payload);
        return words == null || texts.add(words)
                ? null
                : new ReplyError(ReplyError.Kind.REPEATED, "you have said this before: " + ReplyFields.quoted(words));
    }

    /** Text of a signal in the form for comparison; null for one that may be repeated. */
    static @Nullable String words(Payload payload) {
        return switch (payload) {
            case Payload.Discovery found -> CanonicalAnswer.key(found.finding());
            case Payload.Proposal proposal -> CanonicalAnswer.key(proposal.content());
            case Payload.Doubt doubt -> CanonicalAnswer.key(doubt.concern());
            case Payload.Challenge challenge -> CanonicalAnswer.key(challenge.counterArgument());
            case Payload.Escalate escalate -> CanonicalAnswer.key(escalate.reason());
            case Payload.SharedMemory memory -> CanonicalAnswer.key(memory.content());
            case Payload.Task _, Payload.Vote _, Payload.Conflict _, Payload.ConsensusReached _, Payload.ToolResult _, Payload.Open _ ->
                null;
        };
    }
}
