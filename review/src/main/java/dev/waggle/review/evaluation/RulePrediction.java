package dev.waggle.review.evaluation;

import java.util.Arrays;
import java.util.BitSet;

import dev.waggle.swarm.consensus.DecisionRule;

/** Prediction of a rule for one item: probabilities, leaders, and whether it decides. Immutable. */
public final class RulePrediction {

    /** Differences of probabilities from rounding. */
    private static final double ROUNDING = 1e-12;

    private final double[] probabilities;
    private final BitSet leaders;
    private final boolean isDecided;

    /**
     * A prediction.
     *
     * @param probabilities of each answer by its place, and of all others at the end
     * @param leaders places of the leading answers; several in a tie, none without ballots
     */
    public RulePrediction(double[] probabilities, BitSet leaders, boolean isDecided) {
        double sum = 0;
        for (double probability : probabilities) {
            if (!(probability >= -ROUNDING && probability <= 1 + ROUNDING)) {
                throw new IllegalArgumentException("a probability must be between 0 and 1, got " + probability);
            }
            sum += probability;
        }
        if (!(Math.abs(sum - 1) <= 1e-6)) {
            throw new IllegalArgumentException("probabilities must have the sum 1, got " + sum);
        }
        if (leaders.length() >= probabilities.length) {
            throw new IllegalArgumentException("leaders must be among " + (probabilities.length - 1) + " answers, got "
                    + leaders);
        }
        this.probabilities = Arrays.stream(probabilities).map(it -> Math.clamp(it, 0, 1)).toArray();
        this.leaders = (BitSet) leaders.clone();
        this.isDecided = isDecided;
    }

    /**
     * Prediction whose leaders are the most probable answers, decided by a threshold on the probability of one leader.
     */
    public static RulePrediction of(EvaluationItem item, double[] probabilities, DecisionRule decision) {
        double largest = 0;
        for (int place = 0; place < item.voiced(); place++) {
            largest = Math.max(largest, probabilities[place]);
        }
        BitSet leaders = new BitSet();
        for (int place = 0; place < item.voiced(); place++) {
            if (probabilities[place] >= largest - ROUNDING) {
                leaders.set(place);
            }
        }
        boolean isDecided = leaders.cardinality() == 1 && decision.isMetBy(largest)
                && item.ballots() >= decision.minVoters();
        return new RulePrediction(probabilities, leaders, isDecided);
    }

    /** Probability of the answer of that place. */
    public double probability(int place) {
        return probabilities[place];
    }

    /** Probability of all answers together that no agent gave. */
    public double restMass() {
        return probabilities[probabilities.length - 1];
    }

    /** Number of answers with a place. */
    public int voiced() {
        return probabilities.length - 1;
    }

    /** Probability of the leader, the mean of several in a tie; 0 without one. */
    public double confidence() {
        double sum = 0;
        for (int place = leaders.nextSetBit(0); place >= 0; place = leaders.nextSetBit(place + 1)) {
            sum += probabilities[place];
        }
        return leaders.isEmpty() ? 0 : Math.min(1, sum / leaders.cardinality());
    }

    /** Credit for that truth: 1 for the only leader, an equal part for one of several, 0 else. */
    public double credit(int truth) {
        return truth >= 0 && leaders.get(truth) ? 1.0 / leaders.cardinality() : 0;
    }

    /** True if the rule decides for its leader. */
    public boolean isDecided() {
        return isDecided;
    }
}
