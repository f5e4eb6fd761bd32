package dev.waggle.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.selection.WorkspaceConfig;

/**
 * Settings of the parts that steer agents beside mathematics.
 *
 * @param advisor measures against early agreement and idle agents, and the choice of a topology; empty for none
 * @param evolution growth and shrinking of the swarm
 * @param selection number of agents that get a turn
 * @param workspace rules for signals that reach every agent
 * @param effort whether all selected agents are asked, or the strongest first until the votes decide
 */
public record SteeringConfig(Optional<AdvisorConfig> advisor, EvolutionConfig evolution, SelectionConfig selection,
        WorkspaceConfig workspace, TurnEffort effort) {

    /** No advisor, no evolution, a turn for every agent, no workspace, full effort. */
    public static SteeringConfig defaults() {
        return new SteeringConfig(Optional.empty(), EvolutionConfig.defaults(), SelectionConfig.defaults(),
                WorkspaceConfig.defaults(), TurnEffort.FULL);
    }

    /**
     * The enabled settings that do nothing, or less, with that mathematics, in one line: they act on its findings, and
     * it does not steer. A swarm logs the line as a warning. Empty if every setting has its effect.
     */
    public Optional<String> warning(MathConfig math) {
        if (advisor.isEmpty() || math.isSteering()) {
            return Optional.empty();
        }
        List<String> idle = new ArrayList<>();
        if (advisor.get().agentPruning()) {
            idle.add("advisor.agentPruning does nothing");
        }
        if (advisor.get().topology().enabled()) {
            idle.add("advisor.topology does nothing");
        }
        if (advisor.get().groupthinkCorrection()) {
            idle.add("advisor.groupthinkCorrection acts on severe groupthink only");
        }
        String cause = math.lenses().isEmpty() ? "mathematics is off" : "mathematics only watches";
        return idle.isEmpty() ? Optional.empty()
                : Optional.of(cause + ": " + String.join(", ", idle)
                        + "; with mathematics that steers (--math steering, MathRole.STEERING) they act");
    }

    public SteeringConfig withAdvisor(AdvisorConfig newAdvisor) {
        return new SteeringConfig(Optional.of(newAdvisor), evolution, selection, workspace, effort);
    }

    public SteeringConfig withEvolution(EvolutionConfig newEvolution) {
        return new SteeringConfig(advisor, newEvolution, selection, workspace, effort);
    }

    public SteeringConfig withSelection(SelectionConfig newSelection) {
        return new SteeringConfig(advisor, evolution, newSelection, workspace, effort);
    }

    public SteeringConfig withWorkspace(WorkspaceConfig newWorkspace) {
        return new SteeringConfig(advisor, evolution, selection, newWorkspace, effort);
    }

    public SteeringConfig withEffort(TurnEffort newEffort) {
        return new SteeringConfig(advisor, evolution, selection, workspace, newEffort);
    }
}
