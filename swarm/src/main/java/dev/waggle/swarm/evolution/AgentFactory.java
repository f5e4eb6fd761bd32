package dev.waggle.swarm.evolution;

import dev.waggle.swarm.agent.Agent;

/**
 * Makes the agents that a growing swarm asks for. Several solves may ask at once; each asks on a thread of its own and
 * waits no longer than half of the time that it has left.
 */
@FunctionalInterface
public interface AgentFactory {

    /**
     * An agent for that place: of the same id, of weight 1 like every newcomer, and saying no type that the vacancy does
     * not allow.
     *
     * @throws Exception when there is none to be had. That, and an agent that does not fit, is an {@code agent:error} in
     *         the log, and the solve goes on without it
     */
    Agent create(AgentVacancy vacancy) throws Exception;
}
