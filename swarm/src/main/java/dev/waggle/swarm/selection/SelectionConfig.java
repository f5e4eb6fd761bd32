package dev.waggle.swarm.selection;

import java.util.OptionalInt;

/**
 * Configuration of the selection among the agents with pending signals.
 *
 * @param topK the maximum of agents that are chosen for their scores, at least 1; empty chooses every agent
 * @param minSpread the difference of best and worst score below which the scores do not decide and every agent is
 *        chosen, 0..1
 * @param weights the weights of the parts of a score
 */
public record SelectionConfig(OptionalInt topK, double minSpread, Weights weights) {

    /** Default minimum spread: less than the change of a score between a hardly and a fairly confident agent. */
    private static final double MIN_SPREAD = 0.15;

    public SelectionConfig {
        if (topK.isPresent() && topK.getAsInt() < 1) {
            throw new IllegalArgumentException("topK must be at least 1, got " + topK.getAsInt()
                    + "\nMaybe everybody should react: leave topK out.");
        }
        requireUnit("minSpread", minSpread);
    }

    /** Default config: every agent is chosen. */
    public static SelectionConfig defaults() {
        return new SelectionConfig(OptionalInt.empty(), MIN_SPREAD, Weights.defaults());
    }

    public SelectionConfig withTopK(int max) {
        return new SelectionConfig(OptionalInt.of(max), minSpread, weights);
    }

    public SelectionConfig withMinSpread(double spread) {
        return new SelectionConfig(topK, spread, weights);
    }

    public SelectionConfig withWeights(Weights newWeights) {
        return new SelectionConfig(topK, minSpread, newWeights);
    }

    /** As a log holds it. */
    @Override
    public String toString() {
        return "SelectionConfig[topK=" + topK + ", minSpread=" + minSpread + ", weights=" + weights + ']';
    }

    /**
     * Weights of the parts of a score, 0..1 each and not all 0; only their proportions matter.
     *
     * @param bandit the expected reward of the agent, from learning
     * @param contribution its confidence in its contributions so far
     * @param match the share of pending signals that it can answer
     * @param prediction its surprise by the last round
     */
    public record Weights(double bandit, double contribution, double match, double prediction) {

        public Weights {
            requireUnit("weight of bandit", bandit);
            requireUnit("weight of contribution", contribution);
            requireUnit("weight of match", match);
            requireUnit("weight of prediction", prediction);
            if (bandit + contribution + match + prediction == 0) {
                throw new IllegalArgumentException("the weights of a selection must not all be 0");
            }
        }

        /** Default weights: 0.35, 0.35, 0.15, 0.15, so learning and contribution count most. */
        public static Weights defaults() {
            return new Weights(0.35, 0.35, 0.15, 0.15);
        }

        /** As a log holds it. */
        @Override
        public String toString() {
            return "Weights[bandit=" + bandit + ", contribution=" + contribution + ", match=" + match
                    + ", prediction=" + prediction + ']';
        }

        public double total(double learned, double brought, double fits, double surprised) {
            return (bandit * learned + contribution * brought + match * fits + prediction * surprised)
                    / (bandit + contribution + match + prediction);
        }
    }

    static void requireUnit(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value);
        }
    }
}
