package dev.waggle.swarm.consensus;

/**
 * Where a proposal stands.
 *
 * @param proposal the proposal
 * @param share its part of all agreeing weight on the table, 0..1; the shares sum to 1 when anybody agrees
 * @param weightRatio agreeing weight over all weight on it, 0..1
 * @param agreeVoters how many agents agree with it
 * @param allVoters how many agents voted on it, abstentions too
 */
public record ProposalStanding(Proposal proposal, double share, double weightRatio, int agreeVoters, int allVoters) {}
