package dev.waggle.swarm.lens.runner;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.math.information.Entropy;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.data.LensThresholds;

/** Figures of votes of weight 1 in the posterior, for two proposals. */
public final class VoteShare {

    /** Nats of one agreement of weight 1 and usual confidence. */
    public static final double GAIN = VoterModel.READERS.gain();

    private static final VoterModel MODEL = new VoterModel(GAIN, LensThresholds.defaults().dependence());

    private VoteShare() {}

    /** Evidence of votes whose confidences add up to that much, in voters of usual confidence. */
    public static double worth(double confidence) {
        return confidence / UnstatedConfidence.USUAL;
    }

    /** Nats of one unit of evidence among voters whose confidences add up to that much. */
    public static double nats(double confidence) {
        return MODEL.nats(worth(confidence));
    }

    /** Share of the proposal of one voter of that confidence, given that one of the two is right. */
    public static double of(double confidence) {
        return 1 / (1 + Math.exp(-nats(confidence) * worth(confidence)));
    }

    /** Surprise of that voter from even odds, in bits. */
    public static double surprise(double confidence) {
        return 1 - Entropy.bits(new double[] {of(confidence), 1 - of(confidence)});
    }
}
