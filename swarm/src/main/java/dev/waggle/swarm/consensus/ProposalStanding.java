package dev.waggle.swarm.consensus;

/**
 * Standing of one proposal in the votes.
 *
 * @param proposal the proposal
 * @param share its part of all agreeing weight on all proposals, 0..1; the shares sum to 1 when any agent agrees
 * @param weightRatio agreeing weight over all weight on it, 0..1
 * @param agreeVoters the number of agents that agree with it
 * @param allVoters the number of agents that voted on it, abstentions too
 */
public record ProposalStanding(Proposal proposal, double share, double weightRatio, int agreeVoters, int allVoters) {}
