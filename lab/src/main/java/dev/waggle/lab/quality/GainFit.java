package dev.waggle.lab.quality;

import java.util.Collection;
import java.util.List;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.math.inference.VoterModel;

/**
 * Gain with which the posterior has the least mean log loss over a set of questions, with a fixed dependence.
 *
 * @param gain the gain in nats, in steps of {@value #STEP}
 * @param logLoss the mean log loss with it
 */
record GainFit(double gain, double logLoss) {

    private static final double STEP = 0.02;
    private static final int STEPS = 600;

    /** The best gain up to {@value #STEPS} steps. The log loss is convex in the gain, so a bisection finds it. */
    static GainFit of(List<RecordedQuestion> questions, double dependence) {
        int low = 1;
        int high = STEPS;
        while (low < high) {
            int middle = (low + high) / 2;
            boolean isRising = logLoss(questions, middle * STEP, dependence) <= logLoss(questions, (middle + 1) * STEP,
                    dependence);
            low = isRising ? low : middle + 1;
            high = isRising ? middle : high;
        }
        return new GainFit(low * STEP, logLoss(questions, low * STEP, dependence));
    }

    private static double logLoss(List<RecordedQuestion> questions, double gain, double dependence) {
        VoterModel model = new VoterModel(gain, dependence);
        ForecastScore score = new ForecastScore();
        questions.forEach(question -> score.add(question.probabilities(model), question.truth()));
        return score.logLoss();
    }

    /** Quantile of type 7 (Hyndman and Fan 1996): linear between the order statistics. */
    static double percentile(Collection<Double> values, double share) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double place = share * (sorted.length - 1);
        int low = (int) place;
        int high = Math.min(low + 1, sorted.length - 1);
        return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
    }
}
