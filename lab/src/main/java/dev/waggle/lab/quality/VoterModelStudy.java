package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.math.inference.VoterModel;

/**
 * Calibration of the posterior of one question on recorded votes, beside the share of the votes. It also finds the
 * parameters with the least mean log loss over the sets.
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class VoterModelStudy {

    private static final double SMALLEST_GAIN = 0.25;
    private static final double LARGEST_GAIN = 8;
    private static final double STEP = 0.05;

    private VoterModelStudy() {}

    public static void main(String[] args) throws IOException {
        RecordedVotes votes = new RecordedVotes(Path.of(args.length > 0 ? args[0] : "../shared/data"));
        Map<String, List<RecordedQuestion>> panels = votes.panels();
        Map<String, List<RecordedQuestion>> crowds = votes.crowds();
        Map<String, List<RecordedQuestion>> debates = votes.debates();
        table("Panels of models, alone", panels, VoterModel.ALONE);
        table("Crowds, alone", crowds, VoterModel.ALONE);
        table("Debates, last answers", debates, VoterModel.READERS);
        best("alone", Stream.concat(panels.values().stream(), crowds.values().stream()).toList());
        best("debates", debates.values());
        Map<String, List<RecordedQuestion>> alone = new LinkedHashMap<>(panels);
        alone.putAll(crowds);
        gains("alone", alone, VoterModel.ALONE.dependence());
        gains("debates", debates, VoterModel.READERS.dependence());
    }

    /** Gain with the least mean log loss for each set alone, with a fixed dependence, and its range over the sets. */
    private static void gains(String title, Map<String, List<RecordedQuestion>> sets, double dependence) {
        System.out.printf(Locale.ROOT, "%nbest gain of each set, %s, dependence %.2f%n%n", title, dependence);
        System.out.println("| set | gain | log loss |");
        System.out.println("|---|---:|---:|");
        List<Double> gains = new ArrayList<>();
        sets.forEach((name, questions) -> {
            GainFit fit = GainFit.of(questions, dependence);
            gains.add(fit.gain());
            System.out.printf(Locale.ROOT, "| %s | %.2f | %.4f |%n", name, fit.gain(), fit.logLoss());
        });
        System.out.printf(Locale.ROOT, "%n10th to 90th percentile for %s: %.2f to %.2f%n", title,
                GainFit.percentile(gains, 0.1), GainFit.percentile(gains, 0.9));
        System.out.flush();
    }

    private static void table(String title, Map<String, List<RecordedQuestion>> sets, VoterModel model) {
        System.out.printf(Locale.ROOT, "%n%s: gain %.2f, dependence %.2f%n%n", title, model.gain(), model.dependence());
        System.out.println("| set | questions | accuracy | log loss | Brier | ECE | share of the votes: accuracy |"
                + " log loss | Brier | ECE |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        double[] sums = new double[4];
        sets.forEach((name, questions) -> {
            ForecastScore posterior = score(questions, question -> question.probabilities(model));
            ForecastScore share = score(questions, RecordedQuestion::shares);
            System.out.printf(Locale.ROOT, "| %s | %,d | %s | %s |%n", name, questions.size(), posterior.cells(),
                    share.cells());
            sums[0] += posterior.logLoss();
            sums[1] += posterior.calibrationError();
            sums[2] += share.logLoss();
            sums[3] += share.calibrationError();
        });
        System.out.printf(Locale.ROOT, "| **mean** | | | %.3f | | %.3f | | %.3f | | %.3f |%n", sums[0] / sets.size(),
                sums[1] / sets.size(), sums[2] / sets.size(), sums[3] / sets.size());
        System.out.flush();
    }

    private static ForecastScore score(List<RecordedQuestion> questions, Function<RecordedQuestion, double[]> rule) {
        ForecastScore score = new ForecastScore();
        questions.forEach(question -> score.add(rule.apply(question), question.truth()));
        return score;
    }

    private static void best(String title, Collection<List<RecordedQuestion>> sets) {
        double least = Double.POSITIVE_INFINITY;
        VoterModel best = VoterModel.ALONE;
        for (double gain = SMALLEST_GAIN; gain <= LARGEST_GAIN; gain += SMALLEST_GAIN) {
            for (double dependence = 0; dependence <= 1; dependence += STEP) {
                VoterModel model = new VoterModel(gain, Math.min(1, dependence));
                double loss = sets.stream().mapToDouble(
                        questions -> score(questions, question -> question.probabilities(model)).logLoss()).average()
                        .orElseThrow();
                if (loss < least) {
                    least = loss;
                    best = model;
                }
            }
        }
        System.out.printf(Locale.ROOT, "%nbest for %s: gain %.2f, dependence %.2f, mean log loss %.4f%n", title,
                best.gain(), best.dependence(), least);
    }
}
