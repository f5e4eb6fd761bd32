package dev.waggle.review.evaluation;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Outcomes of one rule, a case for each prediction, over all runs. Brier score and log loss of a case are over all
 * possible answers. Probability that is left for answers without a ballot is shared equally among them.
 */
public final class RuleOutcomes {

    /** Least probability of a truth in the log loss: a rule that excludes it loses 13.8 nats. */
    public static final double FLOOR = 1e-6;

    private final String rule;
    private final boolean isForecast;
    private final int items;

    private int size;
    private int[] itemOf = new int[64];
    private double[] credits = new double[64];
    private double[] confidences = new double[64];
    private double[] briers = new double[64];
    private double[] logLosses = new double[64];
    private final BitSet decided = new BitSet();

    /**
     * Outcomes without cases.
     *
     * @param items number of items of the set
     */
    public RuleOutcomes(String rule, boolean isForecast, int items) {
        this.rule = rule;
        this.isForecast = isForecast;
        this.items = items;
    }

    /**
     * Adds a prediction.
     *
     * @param truth place of the right answer, or {@link EvaluationSet#UNKNOWN} if no agent gave it
     */
    public void add(EvaluationItem item, int truth, RulePrediction prediction) {
        grow();
        itemOf[size] = item.index();
        credits[size] = prediction.credit(truth);
        confidences[size] = prediction.confidence();
        briers[size] = brier(item, truth, prediction);
        logLosses[size] = -StrictMath.log(Math.max(FLOOR, ofTruth(item, truth, prediction)));
        decided.set(size, prediction.isDecided());
        size++;
    }

    /** Adds a case of other outcomes of the same set. */
    public void add(RuleOutcomes others, int at) {
        grow();
        itemOf[size] = others.itemOf[at];
        credits[size] = others.credits[at];
        confidences[size] = others.confidences[at];
        briers[size] = others.briers[at];
        logLosses[size] = others.logLosses[at];
        decided.set(size, others.isDecided(at));
        size++;
    }

    private void grow() {
        if (size == itemOf.length) {
            int larger = 2 * size;
            itemOf = Arrays.copyOf(itemOf, larger);
            credits = Arrays.copyOf(credits, larger);
            confidences = Arrays.copyOf(confidences, larger);
            briers = Arrays.copyOf(briers, larger);
            logLosses = Arrays.copyOf(logLosses, larger);
        }
    }

    private static double ofTruth(EvaluationItem item, int truth, RulePrediction prediction) {
        return truth >= 0 ? prediction.probability(truth) : prediction.restMass() / Math.max(1, item.others());
    }

    /** Sum over all answers of (p - [answer is right])^2, 0..2 (Brier 1950). */
    private static double brier(EvaluationItem item, int truth, RulePrediction prediction) {
        double sum = 0;
        for (int place = 0; place < prediction.voiced(); place++) {
            double miss = prediction.probability(place) - (place == truth ? 1 : 0);
            sum += miss * miss;
        }
        int others = Math.max(truth >= 0 ? 0 : 1, item.others());
        double each = others == 0 ? 0 : prediction.restMass() / others;
        return sum + others * each * each + (truth >= 0 ? 0 : 1 - 2 * each);
    }

    /** Name of the rule. */
    public String rule() {
        return rule;
    }

    /** True if the numbers of the rule are probabilities. */
    public boolean isForecast() {
        return isForecast;
    }

    /** Number of cases. */
    public int size() {
        return size;
    }

    /** Place of the item of a case. */
    public int item(int at) {
        return itemOf[at];
    }

    /** Credit of a case, 0..1: 1 for the right leader, an equal part for one of several. */
    public double credit(int at) {
        return credits[at];
    }

    /** Probability of the leader, 0..1. */
    public double confidence(int at) {
        return confidences[at];
    }

    /** Brier score of a case over all answers, 0..2. */
    public double brier(int at) {
        return briers[at];
    }

    /** Log loss of a case in nats, at least 0. */
    public double logLoss(int at) {
        return logLosses[at];
    }

    /** True if the rule decided. */
    public boolean isDecided(int at) {
        return decided.get(at);
    }

    /** Mean credit of each item that was predicted, in the order of their places; a new array. */
    public double[] itemCredits() {
        double[] sums = new double[items];
        int[] counts = new int[items];
        for (int i = 0; i < size; i++) {
            sums[itemOf[i]] += credits[i];
            counts[itemOf[i]]++;
        }
        double[] means = new double[items];
        int count = 0;
        for (int item = 0; item < items; item++) {
            if (counts[item] > 0) {
                means[count++] = sums[item] / counts[item];
            }
        }
        return Arrays.copyOf(means, count);
    }
}
