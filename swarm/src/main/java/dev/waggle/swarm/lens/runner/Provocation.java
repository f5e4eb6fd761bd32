package dev.waggle.swarm.lens.runner;

import dev.waggle.swarm.lens.data.ProposalNote;

/**
 * A challenge that mathematics asks the loop to say.
 *
 * @param proposal what it challenges
 * @param because why, for people
 */
public record Provocation(ProposalNote proposal, String because) {}
