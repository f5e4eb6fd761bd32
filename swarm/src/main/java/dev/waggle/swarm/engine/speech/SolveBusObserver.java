package dev.waggle.swarm.engine.speech;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.DropReason;
import dev.waggle.swarm.engine.record.Announcer;
import dev.waggle.swarm.event.SwarmEvent;

/** Turns what happens on the bus of a solve into its events. */
record SolveBusObserver(Announcer events, Hearing hearing) implements BusObserver {

    private static final System.Logger LOGGER = System.getLogger(SolveBusObserver.class.getName());

    @Override
    public void emitted(Signal signal) {
        events.announce(new SwarmEvent.SignalEmitted(signal));
    }

    @Override
    public void delivered(Signal signal, String subscriber) {
        if (hearing.reaches(subscriber, signal)) {
            events.announce(new SwarmEvent.SignalDelivered(signal, subscriber));
        }
    }

    @Override
    public void expired(Signal signal) {
        events.announce(new SwarmEvent.SignalExpired(signal));
    }

    @Override
    public void dropped(Signal signal, DropReason reason) {
        if (reason == DropReason.EXPIRED) {
            events.announce(new SwarmEvent.SignalExpired(signal));
        }
    }

    @Override
    public void conflict(ConflictPair pair) {
        events.announce(new SwarmEvent.ConflictDetected(pair));
    }

    @Override
    public void failed(Throwable error, String context) {
        LOGGER.log(System.Logger.Level.WARNING, "delivery failed: " + context, error);
    }
}
