package dev.waggle.swarm.engine.loop;

import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.identity.InfrastructureNames;

/** Turns the move of a meta agent into advice. */
public final class MetaAdvice {

    /** Confidence of a reframed question: the meta agent has seen the whole deliberation but took no part in it. */
    private static final double REFRAME_CONFIDENCE = 0.7;

    private static final double REFRAME_RELEVANCE = 0.9;

    private static final double CHALLENGE_CONFIDENCE = 0.75;

    /** A merged proposal has no voter behind it yet. */
    private static final double SYNTHESIZE_CONFIDENCE = 0.65;

    private MetaAdvice() {}

    /** Advice from a move; empty when the move has no action, or is a challenge without a leading proposal. */
    public static Optional<SwarmAdvice> of(MetaAgent.Move move, MetaAgent.View view) {
        Optional<Proposal> leading = Optional.ofNullable(view.leading());
        Optional<Draft> draft = switch (move.action()) {
            case REFRAME -> Optional.of(Draft.of(new Payload.Discovery(move.intervention(), null, REFRAME_RELEVANCE),
                    REFRAME_CONFIDENCE));
            case CHALLENGE -> leading.map(leader -> Draft.of(
                    new Payload.Challenge(leader.sourceSignalId(), move.intervention(), null), CHALLENGE_CONFIDENCE)
                    .inReplyTo(leader.sourceSignalId()));
            case SYNTHESIZE -> Optional.of(Draft.of(new Payload.Proposal(
                    InfrastructureNames.META_AGENT + "-" + view.round(), move.intervention(), move.reasoning()),
                    SYNTHESIZE_CONFIDENCE));
            case NONE -> Optional.empty();
        };
        String reason = move.action().wireName() + (move.reasoning().isBlank() ? "" : ": " + move.reasoning());
        return draft.map(reply -> new SwarmAdvice.InjectSignal(reply, InfrastructureNames.META_AGENT, reason));
    }
}
