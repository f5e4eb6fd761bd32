package dev.waggle.swarm.lens.analysis;

import dev.waggle.swarm.lens.data.ProposalEntry;

/**
 * A challenge that mathematics asks the loop to publish.
 *
 * @param proposal the proposal to challenge
 * @param explanation the reason, for people
 */
public record ChallengeRequest(ProposalEntry proposal, String explanation) {}
