package dev.waggle.swarm.lens.runner;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.math.information.Entropy;

/** Figures of one vote in the posterior, for two proposals. */
public final class VoteShare {

    /** Nats of one agreement of weight 1. */
    public static final double GAIN = VoterModel.READERS.gain();

    private VoteShare() {}

    /** Share of the proposal of one voter of that confidence, given that one of the two is right. */
    public static double of(double confidence) {
        return 1 / (1 + Math.exp(-GAIN * confidence));
    }

    /** Surprise of that voter from even odds, in bits. */
    public static double surprise(double confidence) {
        return 1 - Entropy.bits(new double[] {of(confidence), 1 - of(confidence)});
    }
}
