package dev.waggle.lab.quality;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.GainCalibration;
import dev.waggle.math.inference.VoterModel;

/**
 * Study of the gain of voters: learned from outcomes, and guessed from votes without outcomes.
 *
 * <ul>
 * <li>Calibrated: each question is scored with the gain learned from the questions before it (prequential, Dawid 1984).
 * <li>Best: parameters chosen with all truths of the set, the log loss that no calibration can undercut.
 * <li>Pair correlation: how much two voters agree with the leader of all others in the same questions. It needs no truth.
 * </ul>
 */
final class OutcomeStudy {

    private static final double[] DEPENDENCES = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

    /** Spread of the logarithm of the gain between sets, as in {@code ConfidenceCalibration}. */
    private static final double SPREAD = 0.26;

    private final VoterModel assumed;

    /** A study of sets whose voters are assumed to be like that. */
    OutcomeStudy(VoterModel assumed) {
        this.assumed = assumed;
    }

    /** A row for each set, and their means. */
    String table(Map<String, List<RecordedQuestion>> sets) {
        StringBuilder table = new StringBuilder("""
                | set | assumed: log loss | ECE | calibrated: log loss | ECE | best gain: log loss | best gain and \
                dependence: log loss | best gain | pair correlation |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        double[] sums = new double[6];
        double[] gains = new double[sets.size()];
        double[] correlations = new double[sets.size()];
        int row = 0;
        for (Map.Entry<String, List<RecordedQuestion>> set : sets.entrySet()) {
            List<RecordedQuestion> questions = set.getValue();
            ForecastScore before = new ForecastScore();
            questions.forEach(question -> before.add(question.probabilities(assumed), question.truth()));
            ForecastScore after = calibrated(questions);
            GainFit best = GainFit.of(questions, assumed.dependence());
            double both = Arrays.stream(DEPENDENCES).parallel()
                    .map(dependence -> GainFit.of(questions, dependence).logLoss()).min().orElseThrow();
            gains[row] = best.gain();
            correlations[row] = pairCorrelation(questions);
            double[] figures = {before.logLoss(), before.calibrationError(), after.logLoss(),
                after.calibrationError(), best.logLoss(), both};
            Arrays.setAll(sums, i -> sums[i] + figures[i]);
            table.append(String.format(Locale.ROOT, "| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f |%n",
                    set.getKey(), figures[0], figures[1], figures[2], figures[3], figures[4], figures[5], gains[row],
                    correlations[row]));
            row++;
        }
        int count = sets.size();
        table.append(String.format(Locale.ROOT, "| **mean** | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | | |%n%n",
                sums[0] / count, sums[1] / count, sums[2] / count, sums[3] / count, sums[4] / count, sums[5] / count));
        return table.append(String.format(Locale.ROOT,
                "Rank correlation (Spearman 1904) between pair correlation and best gain: %.2f.",
                rankCorrelation(gains, correlations))).toString();
    }

    private ForecastScore calibrated(List<RecordedQuestion> questions) {
        GainCalibration calibration = new GainCalibration(assumed, SPREAD);
        ForecastScore score = new ForecastScore();
        for (RecordedQuestion question : questions) {
            score.add(question.probabilities(calibration.model()), question.truth());
            AnswerPosterior votes = new AnswerPosterior(question.options());
            question.ballots().forEach(votes::cast);
            calibration.learn(votes, 0, OptionalInt.of(question.truth()));
        }
        return score;
    }

    /**
     * Correlation of two indicators over all questions and pairs of voters: that each of the two supports the answer that
     * leads among all other voters. In a tie the first answer leads.
     */
    private static double pairCorrelation(List<RecordedQuestion> questions) {
        double pairs = 0;
        double agreements = 0;
        double both = 0;
        for (RecordedQuestion question : questions) {
            List<Integer> answers = question.ballots().stream().map(AnswerBallot::support)
                    .filter(support -> !support.isEmpty()).map(support -> support.keySet().iterator().next()).toList();
            int[] votes = new int[question.options()];
            answers.forEach(answer -> votes[answer]++);
            for (int one = 0; one < answers.size(); one++) {
                for (int other = one + 1; other < answers.size() && answers.size() > 2; other++) {
                    votes[answers.get(one)]--;
                    votes[answers.get(other)]--;
                    int leader = first(votes);
                    votes[answers.get(one)]++;
                    votes[answers.get(other)]++;
                    boolean oneAgrees = answers.get(one) == leader;
                    boolean otherAgrees = answers.get(other) == leader;
                    pairs++;
                    agreements += (oneAgrees ? 0.5 : 0) + (otherAgrees ? 0.5 : 0);
                    both += oneAgrees && otherAgrees ? 1 : 0;
                }
            }
        }
        double mean = agreements / pairs;
        return (both / pairs - mean * mean) / (mean * (1 - mean));
    }

    private static int first(int[] votes) {
        int best = 0;
        for (int answer = 1; answer < votes.length; answer++) {
            best = votes[answer] > votes[best] ? answer : best;
        }
        return best;
    }

    private static double rankCorrelation(double[] one, double[] other) {
        double[] first = ranks(one);
        double[] second = ranks(other);
        double middle = (one.length - 1) / 2.0;
        double product = 0;
        double square = 0;
        for (int i = 0; i < one.length; i++) {
            product += (first[i] - middle) * (second[i] - middle);
            square += (first[i] - middle) * (first[i] - middle);
        }
        return product / square;
    }

    /** The rank of each value, from 0; the values are taken as different. */
    private static double[] ranks(double[] values) {
        int[] order = IntStream.range(0, values.length).boxed().sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue).toArray();
        double[] ranks = new double[values.length];
        for (int rank = 0; rank < order.length; rank++) {
            ranks[order[rank]] = rank;
        }
        return ranks;
    }
}
