package dev.waggle.swarm.advisor;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.game.GameTheoryLens;

/**
 * What the advisor goes by at the end of a round.
 *
 * @param round from 1
 * @param active who gets turns, in the order of the swarm
 * @param leader the proposal that the votes of the whole deliberation put first, if any leads
 * @param groupthinkRisk how likely agreement hides an error by the volunteer's dilemma; empty when nobody measured it
 * @param findings everything that lenses found in this round
 * @param challenged whether the loop challenges somebody in this round itself
 * @param shape how the group hangs together; empty when nobody measured it
 */
public record AdvisorInput(int round, List<String> active, Optional<Proposal> leader,
        Optional<GameTheoryLens.Risk> groupthinkRisk, List<Finding> findings, boolean challenged,
        Optional<GroupStructure> shape) {

    public AdvisorInput {
        active = List.copyOf(active);
        findings = List.copyOf(findings);
    }
}
