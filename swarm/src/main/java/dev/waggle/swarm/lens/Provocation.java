package dev.waggle.swarm.lens;

/**
 * A challenge that mathematics asks the loop to say.
 *
 * @param proposal what it challenges
 * @param because why, for people
 */
public record Provocation(ProposalNote proposal, String because) {}
