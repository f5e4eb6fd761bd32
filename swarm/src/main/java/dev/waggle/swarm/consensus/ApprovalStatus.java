package dev.waggle.swarm.consensus;

import java.util.List;

/**
 * Approval of the leading proposal under an {@link ApprovalRule}.
 *
 * @param withheld true if the votes decide and only a missing approval or a veto prevents the decision
 * @param approvedBy required voters that agree with the leader, in the order of the rule
 * @param missing required voters that do not agree with the leader, in the order of the rule
 * @param vetoes every veto that stands, on any proposal, by proposal, then in the order of the rule
 */
public record ApprovalStatus(boolean withheld, List<String> approvedBy, List<String> missing, List<Veto> vetoes) {

    /** Status without a rule. */
    public static final ApprovalStatus NONE = new ApprovalStatus(false, List.of(), List.of(), List.of());

    public ApprovalStatus {
        approvedBy = List.copyOf(approvedBy);
        missing = List.copyOf(missing);
        vetoes = List.copyOf(vetoes);
    }

    /** True if an agent blocks that proposal. */
    public boolean isVetoed(String proposalId) {
        return vetoes.stream().anyMatch(veto -> veto.proposalId().equals(proposalId));
    }

    /**
     * Veto of a proposal.
     *
     * @param proposalId the blocked proposal
     * @param agentId the vetoer
     * @param reasoning the reason in the vote; empty when none was given
     */
    public record Veto(String proposalId, String agentId, String reasoning) {}
}
