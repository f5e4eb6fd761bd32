package dev.waggle.lab.quality;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

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

    /** The best gain up to {@value #STEPS} steps. */
    static GainFit of(List<RecordedQuestion> questions, double dependence) {
        return IntStream.rangeClosed(1, STEPS).parallel().mapToObj(step -> {
            VoterModel model = new VoterModel(step * STEP, dependence);
            ForecastScore score = new ForecastScore();
            questions.forEach(question -> score.add(question.probabilities(model), question.truth()));
            return new GainFit(step * STEP, score.logLoss());
        }).reduce((a, b) -> b.logLoss < a.logLoss ? b : a).orElseThrow();
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
