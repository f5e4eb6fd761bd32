package dev.waggle.swarm.lens.data;

/**
 * A proposal in the data of the lenses.
 *
 * @param number its number, from 0, in the order of arrival
 * @param id the id that votes refer to
 * @param author the number of the agent that proposed it; {@value #NO_AGENT} when it was no agent
 * @param signalId the signal that proposed it
 * @param confidence the author's confidence, 0..1
 * @param round the round in which it came
 */
public record ProposalEntry(int number, String id, int author, String signalId, double confidence, int round) {

    /** Placeholder for a missing agent number. */
    public static final int NO_AGENT = -1;
}
