package dev.waggle.swarm;

import java.util.Optional;

import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.WorkspaceConfig;

/**
 * Who guides the agents of a swarm beside mathematics.
 *
 * @param advisor how agreeing too soon, idle agents and who hears whom are dealt with; empty for nobody
 * @param evolution how the swarm grows and shrinks
 * @param selection how many agents get a turn
 * @param workspace what gets everybody's attention
 */
public record SteeringConfig(Optional<AdvisorConfig> advisor, EvolutionConfig evolution, SelectionConfig selection,
        WorkspaceConfig workspace) {

    /** No advisor, no evolution, everybody gets a turn, no workspace. */
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
