package dev.waggle.swarm.selection;

import java.util.OptionalInt;

/**
 * How the agents of a round are chosen among those that have something to answer.
 *
 * @param topK most agents that are chosen for their scores, at least 1; empty chooses everybody
 * @param minSpread when the best and the worst score are less than this apart, 0..1, the scores say too little and
 *        everybody is chosen
 * @param weights what a score is made of
 */
public record SelectionConfig(OptionalInt topK, double minSpread, ScoreWeights weights) {

    /** Less than what the sureness of an agent moves its score by between hardly and fairly sure. */
    private static final double MIN_SPREAD = 0.15;

    public SelectionConfig {
        if (topK.isPresent() && topK.getAsInt() < 1) {
            throw new IllegalArgumentException("topK must be at least 1, got " + topK.getAsInt()
                    + "\nMaybe everybody should react: leave topK out.");
        }
        requireUnit("minSpread", minSpread);
    }

    /** Everybody is chosen. */
    public static SelectionConfig defaults() {
        return new SelectionConfig(OptionalInt.empty(), MIN_SPREAD, ScoreWeights.defaults());
    }

    public SelectionConfig withTopK(int most) {
        return new SelectionConfig(OptionalInt.of(most), minSpread, weights);
    }

    public SelectionConfig withMinSpread(double spread) {
        return new SelectionConfig(topK, spread, weights);
    }

    public SelectionConfig withWeights(ScoreWeights newWeights) {
        return new SelectionConfig(topK, minSpread, newWeights);
    }

    /**
     * How much each part counts, 0..1 each and not all 0; only their proportions matter.
     *
     * @param bandit what the agent is expected to be rewarded with, from what was learned
     * @param contribution how sure it was of what it brought so far
     * @param match how much of what is open it can answer
     * @param prediction how much the last round surprised it
     */
    public record ScoreWeights(double bandit, double contribution, double match, double prediction) {

        public ScoreWeights {
            requireUnit("weight of bandit", bandit);
            requireUnit("weight of contribution", contribution);
            requireUnit("weight of match", match);
            requireUnit("weight of prediction", prediction);
            if (bandit + contribution + match + prediction == 0) {
                throw new IllegalArgumentException("the weights of a selection must not all be 0");
            }
        }

        /** What was learned and what was brought count most: 0.35, 0.35, 0.15, 0.15. */
        public static ScoreWeights defaults() {
            return new ScoreWeights(0.35, 0.35, 0.15, 0.15);
        }

        double total(double learned, double brought, double fits, double surprised) {
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
