package dev.waggle.swarm.lens.information;

import java.util.List;

import dev.waggle.math.TieComparison;
import dev.waggle.math.information.EvidenceSurprise;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.EvidenceChange;

/** Surprise of each agent, in bits: the belief of the group against the belief without evidence of that agent. */
interface VoterSurprise {

    /** Least difference of a weight before weights are given: a lone vote on an even choice is worth three. */
    double NOTABLE = 0.05;

    /** Makes room for that many agents. */
    void grow(int agents);

    /** Number of agents, measured or not. */
    int size();

    /**
     * Measures the agents after a round with evidence.
     *
     * @param belief the belief of the group
     * @param tempers the exponent of the evidence on each proposal
     * @param evidence the evidence of the round
     */
    void measure(EvidenceSurprise belief, double[] tempers, List<EvidenceChange> evidence,
            DeliberationData deliberation);

    /** True if the agent brought evidence so far. */
    boolean isMeasured(int agent);

    /** Bits that a measured agent taught, at least 0. */
    double bits(int agent);

    /** Weight that an agent gets for its weight in relation to the mean; 1 is neutral. */
    double given(double weight);

    /** True if a weight differs enough from 1 for weights to be given. */
    static boolean isNotable(double weight) {
        return !TieComparison.exceeds(NOTABLE, Math.abs(weight - 1));
    }

    /** Sentence on the least and the most bits of an agent. */
    String explanation(double min, double max);
}
