package dev.waggle.swarm.solve;

import java.util.function.Consumer;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.DropReason;
import dev.waggle.swarm.consensus.Deliberation;

/** Tells the onlooker; what an onlooker throws is logged and goes no further. */
final class Announcer implements BusObserver {

    private static final System.Logger LOGGER = System.getLogger(Announcer.class.getName());

    private final Consumer<SwarmEvent> onlooker;
    private final Hearing hearing;

    Announcer(Consumer<SwarmEvent> onlooker, Hearing hearing) {
        this.onlooker = onlooker;
        this.hearing = hearing;
    }

    void announce(SwarmEvent event) {
        try {
            onlooker.accept(event);
        } catch (Throwable error) { // A failed assertion of an onlooker must not fail the solve either.
            LOGGER.log(System.Logger.Level.WARNING, "an onlooker failed at " + event.type(), error);
        }
    }

    /** Announces what a signal means for the deliberation that just heard it. */
    void announceSaid(Signal signal, Deliberation deliberation) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            deliberation.proposal(proposal.proposalId())
                    .ifPresent(known -> announce(new SwarmEvent.ProposalSubmitted(known)));
        } else if (signal.payload() instanceof Payload.Vote) {
            deliberation.lastVote().ifPresent(vote -> announce(new SwarmEvent.VoteCast(vote)));
        } else if (signal.payload() instanceof Payload.ToolResult tool) {
            announce(new SwarmEvent.ToolCalled(signal.source().label(), tool.toolName(), tool.durationMs(),
                    tool.isError()));
        }
    }

    @Override
    public void emitted(Signal signal) {
        announce(new SwarmEvent.SignalEmitted(signal));
    }

    @Override
    public void delivered(Signal signal, String subscriber) {
        if (hearing.reaches(subscriber, signal)) {
            announce(new SwarmEvent.SignalDelivered(signal, subscriber));
        }
    }

    @Override
    public void expired(Signal signal) {
        announce(new SwarmEvent.SignalExpired(signal));
    }

    @Override
    public void dropped(Signal signal, DropReason reason) {
        if (reason == DropReason.EXPIRED) {
            announce(new SwarmEvent.SignalExpired(signal));
        }
    }

    @Override
    public void conflict(ConflictPair pair) {
        announce(new SwarmEvent.ConflictDetected(pair));
    }

    @Override
    public void failed(Throwable error, String context) {
        LOGGER.log(System.Logger.Level.WARNING, "delivery failed: " + context, error);
    }
}
