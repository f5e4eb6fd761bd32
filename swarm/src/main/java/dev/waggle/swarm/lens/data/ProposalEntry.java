package dev.waggle.swarm.lens.data;

/**
 * A proposal as lenses see it.
 *
 * @param number its number, from 0, in the order in which proposals came
 * @param id what votes refer to
 * @param author the number of the agent that put it on the table; {@value #NO_AGENT} when it was no agent
 * @param signalId the signal that did
 * @param confidence how sure its author was, 0..1
 * @param round the round in which it came
 */
public record ProposalEntry(int number, String id, int author, String signalId, double confidence, int round) {

    /** In the place of the number of an agent. */
    public static final int NO_AGENT = -1;
}
