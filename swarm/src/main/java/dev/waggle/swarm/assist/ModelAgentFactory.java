package dev.waggle.swarm.assist;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;

/**
 * Fills every vacancy with an agent that a model thinks for.
 *
 * @param harness the model
 * @param config how they react; the personality is that of the vacancy
 */
public record ModelAgentFactory(Harness harness, ModelAgentConfig config) implements AgentFactory {

    @Override
    public Agent create(AgentVacancy vacancy) {
        return new ModelAgent(vacancy.profile(), harness, config.withPersonality(vacancy.personality()));
    }
}
