package dev.waggle.swarm.engine.loop;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;

/**
 * Tracks the turns of required voters whose approval alone is missing. Such a voter with mail gets one turn for each
 * leader. Mathematics, a debate or an escalation wait for that turn. So a solve waits at most once for each proposal
 * and required voter. Owned by the thread of the solve.
 */
final class ApprovalTracker {

    private final ApprovalRule rule;
    private final VoteEvaluator votes;
    private final AgentRoster seats;
    private final Set<PendingApproval> asked = new HashSet<>();

    ApprovalTracker(ApprovalRule rule, VoteEvaluator votes, AgentRoster seats) {
        this.rule = rule;
        this.votes = votes;
        this.seats = seats;
    }

    /** Records the agents that get a turn now: their missing approvals are requested by it. */
    void onTurns(List<AgentSeat> called) {
        Set<PendingApproval> missing = missing();
        for (AgentSeat seat : called) {
            missing.stream().filter(pending -> pending.agent().equals(seat.id())).forEach(asked::add);
        }
    }

    /** True if an approval is missing whose voter has mail and no turn since the votes decided on the leader. */
    boolean isPending() {
        Set<PendingApproval> missing = missing();
        missing.removeAll(asked);
        return seats.active().stream().filter(AgentSeat::hasMail)
                .anyMatch(seat -> missing.stream().anyMatch(pending -> pending.agent().equals(seat.id())));
    }

    /** Approvals without which the votes do not decide; none when the votes do not decide anyway. */
    private Set<PendingApproval> missing() {
        Set<PendingApproval> missing = new HashSet<>();
        if (rule.requiredVoters().isEmpty()) {
            return missing;
        }
        ConsensusResult standing = votes.standing();
        String leader = standing.leader().map(Proposal::id).orElse("");
        if (standing.approval().withheld() && !standing.approval().isVetoed(leader)) {
            standing.approval().missing().forEach(agent -> missing.add(new PendingApproval(leader, agent)));
        }
        return missing;
    }

    /** Missing approval of a proposal by an agent. */
    private record PendingApproval(String proposal, String agent) {}
}
