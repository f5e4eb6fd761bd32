package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Filter for signals that call for a reaction. The agent's own never do. Signals of the bus must be of a type that
 * the agent listens to. Items of its inbox come by subscription. Then the personality decides, except on questions of
 * a debate. The authenticated emitter of an item decides whose signal it is, and its claimed source does not. A
 * rejected signal may still be shown as context.
 *
 * <p>An agent has one turn at a time and takes all waiting signals in that turn, so no two signals are answered at
 * once.
 */
record ReactionFilter(AgentProfile profile, Personality personality) {

    private static final double CAUTIOUS = 0.7;
    private static final double SURE_ENOUGH = 0.4;
    private static final Source MODERATOR = Source.named(InfrastructureNames.DEBATE_MODERATOR);

    /** Signals of that turn that call for a reaction, in order. */
    List<Signal> stimuli(AgentMail mail) {
        Stream<Signal> received = mail.received().stream().filter(signal -> profile.listens().contains(signal.type()))
                .filter(this::accepts);
        Stream<Signal> delivered = mail.delivered().stream()
                .filter(item -> !item.silent() && accepts(item)).map(InboxItem::signal);
        return Stream.concat(received, delivered).toList();
    }

    /** True if a signal of the solve calls for a reaction; its source is its emitter. */
    boolean accepts(Signal signal) {
        return !signal.source().isAgent(profile.id()) && (signal.source().equals(MODERATOR) || isWorthIt(signal));
    }

    private boolean accepts(InboxItem item) {
        Emission emitter = item.entry().emission();
        return !emitter.isOfAgent(profile.id())
                && (emitter.by().equals(InfrastructureNames.DEBATE_MODERATOR) || isWorthIt(item.signal()));
    }

    private boolean isWorthIt(Signal signal) {
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
