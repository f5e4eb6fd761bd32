package dev.waggle.swarm.consensus;

import java.util.OptionalInt;

import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.GainCalibration;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ConfidenceModel} that learns from the outcomes of earlier decisions how much a vote of these voters says. The
 * prior is the assumption: its gain is the median, and its weakest and strongest gain are the tenth and the ninetieth
 * percentile. Owned by one thread.
 */
public final class ConfidenceCalibration {

    /** Standard deviations between the median and the ninetieth percentile of a normal distribution. */
    private static final double NINETIETH = 1.2815515655446004;

    private final ConfidenceModel assumed;
    private final GainCalibration gain;

    /** A calibration that goes on from that model, with its outcomes. */
    public ConfidenceCalibration(ConfidenceModel assumed) {
        this.assumed = assumed;
        gain = new GainCalibration(assumed.voters(),
                StrictMath.log(assumed.strongestGain() / assumed.weakestGain()) / (2 * NINETIETH));
    }

    /**
     * Learns from a decision whose right answer is known. One without votes changes nothing.
     *
     * @param right the id of the right proposal; {@code null} if nobody proposed the right answer
     * @throws IllegalArgumentException when there is no such proposal
     */
    public void learn(VoteTally tally, @Nullable String right) {
        int place = -1;
        for (int proposal = 0; proposal < tally.size(); proposal++) {
            place = tally.proposal(proposal).id().equals(right) ? proposal : place;
        }
        if (right != null && place < 0) {
            throw new IllegalArgumentException("none of the " + tally.size() + " proposals is \"" + right + "\"");
        }
        AnswerPosterior votes = ConfidenceModel.posterior(tally);
        int others = assumed.others(tally.size());
        gain.learn(votes, right == null ? Math.max(1, others) : others,
                right == null ? OptionalInt.empty() : OptionalInt.of(place));
    }

    /** Number of decisions that it has learned from, with those of the model that it began with. */
    public int outcomes() {
        return assumed.outcomes() + gain.outcomes();
    }

    /** The model as learned so far; the assumption itself without outcomes. */
    public ConfidenceModel model() {
        return gain.outcomes() == 0
                ? assumed
                : new ConfidenceModel(gain.model(), gain.gain(-NINETIETH), gain.gain(NINETIETH), assumed.answers(),
                        outcomes());
    }
}
