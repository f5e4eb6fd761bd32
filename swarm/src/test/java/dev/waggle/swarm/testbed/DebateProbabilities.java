package dev.waggle.swarm.testbed;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.identity.UnstatedConfidence;

/** Probabilities of debates between votes of {@link ScriptedAgent#votes}. */
public final class DebateProbabilities {

    private static final double STATED = 0.6;

    private DebateProbabilities() {}

    /** Probability of the better one of two, with votes of that weight together for it and none for the other. */
    public static double ofVotes(double weight) {
        double evidence = weight * STATED / UnstatedConfidence.USUAL;
        return 1 / (1 + Math.exp(-VoterModel.READERS.nats(evidence) * evidence));
    }
}
