package dev.waggle.swarm.lens.runner;

import dev.waggle.swarm.lens.data.ProposalEntry;

/**
 * A challenge that mathematics asks the loop to say.
 *
 * @param proposal what it challenges
 * @param explanation why, for people
 */
public record ChallengeRequest(ProposalEntry proposal, String explanation) {}
