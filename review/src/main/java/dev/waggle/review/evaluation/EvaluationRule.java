package dev.waggle.review.evaluation;

import dev.waggle.swarm.consensus.DecisionRule;

/**
 * Decision rule under evaluation. A run calls {@link #prepare} once, then {@link #predict} for each item, and after
 * each prediction {@link #learn} with the truth of that item (prequential, Dawid 1984). With a separate training part
 * it calls {@link #learn} for that part first, and only {@link #predict} afterwards. Owned by one thread.
 */
public interface EvaluationRule {

    /** Name in reports, such as {@code plurality}. */
    String name();

    /**
     * Receives the set before the first item. A rule that needs all ballots of a batch reads them here, and no truth of
     * it. Only a rule that is a bound, such as an oracle, reads truths.
     */
    default void prepare(EvaluationSet set) {}

    /**
     * Probability of each answer that was given, by its place, and at the end that of all other answers together. A new
     * array of {@link EvaluationItem#voiced} + 1 numbers from 0 to 1, with the sum 1.
     */
    double[] probabilities(EvaluationItem item);

    /**
     * Prediction for an item. By default the most probable answers lead, and a single leader is decided if its
     * probability reaches the threshold and enough agents answered.
     */
    default RulePrediction predict(EvaluationItem item, DecisionRule decision) {
        return RulePrediction.of(item, probabilities(item), decision);
    }

    /**
     * Learns from an item that was predicted, or from one of the training part.
     *
     * @param truth place of the right answer, or {@link EvaluationSet#UNKNOWN} if no agent gave it
     */
    default void learn(EvaluationItem item, int truth) {}

    /** True if its numbers are probabilities that Brier score, log loss and calibration may judge. */
    default boolean isForecast() {
        return true;
    }
}
