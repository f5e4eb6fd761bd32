package dev.waggle.swarm.engine.speech;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.DropReason;
import dev.waggle.swarm.engine.record.EventDispatcher;
import dev.waggle.swarm.event.SwarmEvent;

/** Converts actions of the bus of a solve into its events. A signal that is kept from an agent is not delivered. */
record SolveBusObserver(EventDispatcher events, DeliveryIndex deliveries) implements BusObserver {

    @Override
    public void emitted(Signal signal) {
        events.dispatch(new SwarmEvent.SignalEmitted(signal));
    }

    @Override
    public void delivered(Signal signal, String subscriber) {
        if (deliveries.isKnownTo(subscriber, signal)) {
            events.dispatch(new SwarmEvent.SignalDelivered(signal, subscriber));
        }
    }

    @Override
    public void expired(Signal signal) {
        events.dispatch(new SwarmEvent.SignalExpired(signal));
    }

    @Override
    public void dropped(Signal signal, DropReason reason) {
        if (reason == DropReason.EXPIRED) {
            events.dispatch(new SwarmEvent.SignalExpired(signal));
        }
    }

    @Override
    public void conflict(ConflictPair pair) {
        events.dispatch(new SwarmEvent.ConflictDetected(pair));
    }

    @Override
    public void failed(Throwable error, String context) {
        System.getLogger(SolveBusObserver.class.getName()).log(System.Logger.Level.WARNING,
                "delivery failed: " + context, error);
    }
}
