package dev.waggle.swarm.engine.record;

import java.util.function.Consumer;

import dev.waggle.swarm.event.SwarmEvent;

/** Dispatches events to the listener; an exception of the listener is logged and not thrown. */
public final class EventDispatcher {

    private static final System.Logger LOGGER = System.getLogger(EventDispatcher.class.getName());

    private final Consumer<SwarmEvent> listener;

    EventDispatcher(Consumer<SwarmEvent> listener) {
        this.listener = listener;
    }

    public void dispatch(SwarmEvent event) {
        try {
            listener.accept(event);
        } catch (Throwable error) { // A failed assertion of a listener must not fail the solve either.
            LOGGER.log(System.Logger.Level.WARNING, "a listener failed at " + event.type(), error);
        }
    }
}
