package dev.waggle.cli.serve;

import java.util.function.Consumer;

import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;

/** Whoever answers questions: recorded agents, or ones that think with models. Called by many threads at once. */
public interface SolveService {

    /** Who answers, a sentence for the model that asks. */
    String about();

    /**
     * Answers. When the thread is interrupted the solve is cancelled, what was said is saved, and the thread stays
     * interrupted.
     *
     * @param onlooker is told of every event
     * @throws IllegalArgumentException when it cannot be asked that; a second line says what would do
     */
    SwarmResult solve(SolveRequest request, Consumer<SwarmEvent> onlooker);
}
