package dev.waggle.math.inference;

import java.util.OptionalInt;

import dev.waggle.math.DomainCheck;

/**
 * Gain of voters, learned from questions whose right answer became known. The logarithm of the gain has a normal
 * distribution, and each outcome moves it by one step of an extended Kalman filter:
 *
 * <pre>
 *   s(k) = S_k / (1 + (m - 1) dependence)          as in {@link AnswerPosterior}; 0 for answers that nobody named
 *   g = e^theta,  p(k) ~ exp(g s(k))
 *   1/v' = 1/v + g^2 Var_p(s)
 *   theta' = theta + v' g (s(right) - E_p(s))
 * </pre>
 *
 * <p>The dependence stays as assumed: with the same number of voters only its quotient with the gain has an effect. A step
 * is O(answers), and its cost and state do not grow with the outcomes. The order of outcomes hardly matters, but it does
 * matter, as the steps are linear. Owned by one thread. Sources: Kalman 1960; Fahrmeir 1992 for models of this kind; Guo
 * and others 2017 for one temperature.
 */
public final class GainCalibration {

    /** Largest change of the logarithm of the gain by one outcome. */
    private static final double LARGEST_STEP = 1;

    private final double dependence;
    private double logGain;
    private double variance;
    private int outcomes;

    /**
     * A calibration without outcomes.
     *
     * @param assumed the median of the gain, and the dependence
     * @param spread the standard deviation of the logarithm of the gain, finite, at least 0; 0 learns nothing
     */
    public GainCalibration(VoterModel assumed, double spread) {
        DomainCheck.nonNegative("spread", spread);
        dependence = assumed.dependence();
        logGain = StrictMath.log(assumed.gain());
        variance = spread * spread;
    }

    /**
     * Learns from a question. One without votes changes nothing.
     *
     * @param others the number of answers that nobody named, at least 0
     * @param right the place of the right answer; empty if nobody named it, and then {@code others} must be at least 1
     */
    public void learn(AnswerPosterior votes, int others, OptionalInt right) {
        if (right.isPresent()) {
            DomainCheck.index("right", right.getAsInt(), votes.size());
        }
        DomainCheck.atLeast("others", others, right.isEmpty() ? 1 : 0);
        if (votes.voters() == 0) {
            return;
        }
        outcomes++;
        double gain = StrictMath.exp(logGain);
        double effect = new VoterModel(1, dependence).nats(votes.voters());
        double[] probabilities = votes.probabilities(new VoterModel(gain, dependence), others);
        double mean = 0;
        double square = 0;
        for (int answer = 0; answer < probabilities.length; answer++) {
            double evidence = effect * votes.support(answer);
            mean += probabilities[answer] * evidence;
            square += probabilities[answer] * evidence * evidence;
        }
        double ofRight = right.isEmpty() ? 0 : effect * votes.support(right.getAsInt());
        variance /= 1 + variance * gain * gain * Math.max(0, square - mean * mean);
        logGain += Math.clamp(variance * gain * (ofRight - mean), -LARGEST_STEP, LARGEST_STEP);
    }

    /** Number of questions with votes that it was given, whether or not they said anything about the gain. */
    public int outcomes() {
        return outcomes;
    }

    /** The voters at the median of the gain. */
    public VoterModel model() {
        return new VoterModel(gain(0), dependence);
    }

    /** The gain in nats that many standard deviations of its logarithm above the median, or below it. */
    public double gain(double deviations) {
        return StrictMath.exp(logGain + deviations * StrictMath.sqrt(variance));
    }
}
