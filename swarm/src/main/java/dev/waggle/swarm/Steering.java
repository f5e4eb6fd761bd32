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
public record Steering(Optional<AdvisorConfig> advisor, EvolutionConfig evolution, SelectionConfig selection,
        WorkspaceConfig workspace) {

    /** No advisor, no evolution, everybody gets a turn, no workspace. */
    public static Steering defaults() {
        return new Steering(Optional.empty(), EvolutionConfig.defaults(), SelectionConfig.defaults(),
                WorkspaceConfig.defaults());
    }

    public Steering withAdvisor(AdvisorConfig newAdvisor) {
        return new Steering(Optional.of(newAdvisor), evolution, selection, workspace);
    }

    public Steering withEvolution(EvolutionConfig newEvolution) {
        return new Steering(advisor, newEvolution, selection, workspace);
    }

    public Steering withSelection(SelectionConfig newSelection) {
        return new Steering(advisor, evolution, newSelection, workspace);
    }

    public Steering withWorkspace(WorkspaceConfig newWorkspace) {
        return new Steering(advisor, evolution, selection, newWorkspace);
    }
}
