package dev.waggle.swarm.evolution;

import dev.waggle.swarm.agent.Agent;

/**
 * Factory of the agents that a growing swarm asks for. Several solves may ask at once. Each asks on a thread of its
 * own, with a timeout of half of its remaining time.
 */
@FunctionalInterface
public interface AgentFactory {

    /**
     * Creates an agent for a vacancy, with the id of the vacancy and weight 1 like every newcomer. It has no signal
     * type that the vacancy does not allow.
     *
     * @throws Exception when no agent is available. That, and an agent that does not fit, is an {@code agent:error} in
     *        the log, and the solve continues without it
     */
    Agent create(AgentVacancy vacancy) throws Exception;
}
