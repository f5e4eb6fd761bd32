package dev.waggle.swarm.solve;

import java.util.function.Consumer;

/** Tells the onlooker; what an onlooker throws is logged and goes no further. */
final class Announcer {

    private static final System.Logger LOGGER = System.getLogger(Announcer.class.getName());

    private final Consumer<SwarmEvent> onlooker;

    Announcer(Consumer<SwarmEvent> onlooker) {
        this.onlooker = onlooker;
    }

    void announce(SwarmEvent event) {
        try {
            onlooker.accept(event);
        } catch (Throwable error) { // A failed assertion of an onlooker must not fail the solve either.
            LOGGER.log(System.Logger.Level.WARNING, "an onlooker failed at " + event.type(), error);
        }
    }
}
