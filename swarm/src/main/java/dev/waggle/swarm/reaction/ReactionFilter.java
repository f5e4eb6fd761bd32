package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.InfrastructureNames;

/**
 * Which signals call for a reaction, asked in this order: its own never do; what the bus brought must be of a type that
 * the agent listens to, while a subscription of its inbox is a wish of its own; then the personality decides, but
 * for the questions of a debate, which are for everybody. What does not pass may still be shown as context.
 *
 * <p>An agent has one turn at a time and takes everything that waits for it in that turn, so no two signals are ever
 * answered at once.
 */
record ReactionFilter(AgentProfile profile, Personality personality) {

    private static final double CAUTIOUS = 0.7;
    private static final double SURE_ENOUGH = 0.4;

    /** What in that turn calls for a reaction, in order. */
    List<Signal> stimuli(AgentMail mail) {
        Stream<Signal> heard = mail.heard().stream().filter(signal -> profile.listens().contains(signal.type()));
        Stream<Signal> delivered = mail.delivered().stream().filter(item -> !item.silent()).map(InboxItem::signal);
        return Stream.concat(heard, delivered).filter(this::accepts).toList();
    }

    /** Whether a signal that the agent is told of calls for a reaction. */
    boolean accepts(Signal signal) {
        return !signal.source().label().equals(profile.id()) && isWorthIt(signal);
    }

    private boolean isWorthIt(Signal signal) {
        if (signal.source().label().equals(InfrastructureNames.DEBATE_MODERATOR)) {
            return true;
        }
        if (personality.caution() > CAUTIOUS && signal.confidence() < SURE_ENOUGH) {
            return false;
        }
        return switch (signal.payload()) {
            case Payload.Challenge _, Payload.Doubt _ -> personality.conformity() < Personality.CONFORMING;
            case Payload.Discovery _ -> personality.curiosity() > Personality.INCURIOUS;
            case Payload.Task _, Payload.Proposal _, Payload.Vote _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _, Payload.SharedMemory _,Payload.ToolResult _,Payload.Open _ ->
                true;
        };
    }
}
