package dev.waggle.swarm.assist;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;

/**
 * Fills every vacancy with a model-backed agent.
 *
 * @param harness the model
 * @param config the configuration of the agents, with the personality of the vacancy
 */
public record ModelAgentFactory(Harness harness, ModelAgentConfig config) implements AgentFactory {

    @Override
    public Agent create(AgentVacancy vacancy) {
        return new ModelAgent(vacancy.profile(), harness, config.withPersonality(vacancy.personality()));
    }
}
