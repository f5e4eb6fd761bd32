package dev.waggle.swarm.evolution;

import dev.waggle.swarm.agent.Agent;

/** Makes the agents that a growing swarm asks for. Called on the thread of a solve; several solves may ask at once. */
@FunctionalInterface
public interface AgentFactory {

    /**
     * An agent for that place. Its profile is the one of the vacancy: at least its id, or it is not seated.
     *
     * @throws RuntimeException when there is none to be had; that is an {@code agent:error} and the solve goes on
     */
    Agent hire(Vacancy vacancy);
}
