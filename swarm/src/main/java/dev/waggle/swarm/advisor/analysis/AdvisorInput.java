package dev.waggle.swarm.advisor.analysis;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.game.GameTheoryLens;

/**
 * Input of the advisor at the end of a round.
 *
 * @param round from 1
 * @param active the agents that get turns, in the order of the swarm
 * @param leader the proposal that the votes of the whole deliberation put first, if any leads
 * @param groupthinkRisk the risk that agreement hides an error, by the volunteer's dilemma; empty if not measured
 * @param findings everything that lenses found in this round
 * @param challenged whether the loop itself publishes a challenge in this round
 * @param shape the structure of the group; empty if not measured
 */
public record AdvisorInput(int round, List<String> active, Optional<Proposal> leader,
        Optional<GameTheoryLens.Risk> groupthinkRisk, List<Finding> findings, boolean challenged,
        Optional<GroupStructure> shape) {

    public AdvisorInput {
        active = List.copyOf(active);
        findings = List.copyOf(findings);
    }
}
