package dev.waggle.server.run;

import java.util.function.Consumer;

import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;

/** A solve that can start. It holds models and tools until it is closed. */
public interface PreparedSolve extends AutoCloseable {

    /**
     * Runs it on the calling thread, once.
     *
     * @param run its id
     * @param listener receives every event
     */
    SwarmResult run(String run, Consumer<SwarmEvent> listener);

    /** Cancels the solve; its result says so. Without effect before the start and after the end. */
    void cancel();

    @Override
    void close();
}
