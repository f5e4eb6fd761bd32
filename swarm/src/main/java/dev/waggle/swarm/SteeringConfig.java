package dev.waggle.swarm;

import java.util.Optional;

import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.WorkspaceConfig;

/**
 * Settings of the parts that steer agents beside mathematics.
 *
 * @param advisor measures against early agreement and idle agents, and the choice of a topology; empty for none
 * @param evolution growth and shrinking of the swarm
 * @param selection number of agents that get a turn
 * @param workspace rules for signals that reach every agent
 */
public record SteeringConfig(Optional<AdvisorConfig> advisor, EvolutionConfig evolution, SelectionConfig selection,
        WorkspaceConfig workspace) {

    /** No advisor, no evolution, a turn for every agent, no workspace. */
    public static SteeringConfig defaults() {
        return new SteeringConfig(Optional.empty(), EvolutionConfig.defaults(), SelectionConfig.defaults(),
                WorkspaceConfig.defaults());
    }

    public SteeringConfig withAdvisor(AdvisorConfig newAdvisor) {
        return new SteeringConfig(Optional.of(newAdvisor), evolution, selection, workspace);
    }

    public SteeringConfig withEvolution(EvolutionConfig newEvolution) {
        return new SteeringConfig(advisor, newEvolution, selection, workspace);
    }

    public SteeringConfig withSelection(SelectionConfig newSelection) {
        return new SteeringConfig(advisor, evolution, newSelection, workspace);
    }

    public SteeringConfig withWorkspace(WorkspaceConfig newWorkspace) {
        return new SteeringConfig(advisor, evolution, selection, newWorkspace);
    }
}
