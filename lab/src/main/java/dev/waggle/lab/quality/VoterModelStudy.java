package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
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
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data");
        figures(data, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
        RecordedVotes votes = new RecordedVotes(data);
        best("alone", Stream.concat(votes.panels().values().stream(), votes.crowds().values().stream()).toList());
        best("debates", votes.debates().values());
    }

    /** Tables and figures by name. */
    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        RecordedVotes votes = new RecordedVotes(data);
        Map<String, List<RecordedQuestion>> panels = votes.panels();
        Map<String, List<RecordedQuestion>> crowds = votes.crowds();
        Map<String, List<RecordedQuestion>> debates = votes.debates();
        Map<String, List<RecordedQuestion>> alone = new LinkedHashMap<>(panels);
        alone.putAll(crowds);
        Map<String, String> figures = new LinkedHashMap<>();
        progress.accept("posterior of one question: calibration");
        figures.put("model-alone", model(VoterModel.ALONE));
        figures.put("model-readers", model(VoterModel.READERS));
        figures.put("posterior-panels", table(panels, VoterModel.ALONE));
        figures.put("posterior-crowds", table(crowds, VoterModel.ALONE));
        figures.put("posterior-debates", table(debates, VoterModel.READERS));
        progress.accept("posterior of one question: the best gain of each set");
        gains(figures, "alone", alone, VoterModel.ALONE.dependence());
        gains(figures, "readers", debates, VoterModel.READERS.dependence());
        progress.accept("posterior of one question: calibrated on outcomes");
        figures.put("outcomes-alone", new OutcomeStudy(VoterModel.ALONE).table(alone));
        figures.put("outcomes-readers", new OutcomeStudy(VoterModel.READERS).table(debates));
        return figures;
    }

    private static String model(VoterModel model) {
        return String.format(Locale.ROOT, "gain %.2f, dependence %.2f", model.gain(), model.dependence());
    }

    /** Gain with the least mean log loss for each set alone, with a fixed dependence, and its range over the sets. */
    private static void gains(Map<String, String> figures, String name, Map<String, List<RecordedQuestion>> sets,
            double dependence) {
        StringBuilder table = new StringBuilder("| set | best gain | log loss |\n|---|---:|---:|\n");
        List<Double> gains = new ArrayList<>();
        sets.forEach((set, questions) -> {
            GainFit fit = GainFit.of(questions, dependence);
            gains.add(fit.gain());
            table.append(String.format(Locale.ROOT, "| %s | %.2f | %.3f |%n", set, fit.gain(), fit.logLoss()));
        });
        figures.put("gains-" + name, table.toString().strip());
        figures.put("gains-" + name + "-low", String.format(Locale.ROOT, "%.2f", GainFit.percentile(gains, 0.1)));
        figures.put("gains-" + name + "-high", String.format(Locale.ROOT, "%.2f", GainFit.percentile(gains, 0.9)));
    }

    private static String table(Map<String, List<RecordedQuestion>> sets, VoterModel model) {
        StringBuilder table = new StringBuilder("""
                | set | questions | accuracy | log loss | Brier | ECE | share of the votes: accuracy | log loss | \
                Brier | ECE |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        double[] sums = new double[4];
        sets.forEach((name, questions) -> {
            ForecastScore posterior = score(questions, question -> question.probabilities(model));
            ForecastScore share = score(questions, RecordedQuestion::shares);
            table.append(String.format(Locale.ROOT, "| %s | %,d | %s | %s |%n", name, questions.size(),
                    posterior.cells(), share.cells()));
            sums[0] += posterior.logLoss();
            sums[1] += posterior.calibrationError();
            sums[2] += share.logLoss();
            sums[3] += share.calibrationError();
        });
        table.append(String.format(Locale.ROOT, "| **mean** | | | %.3f | | %.3f | | %.3f | | %.3f |",
                sums[0] / sets.size(), sums[1] / sets.size(), sums[2] / sets.size(), sums[3] / sets.size()));
        return table.toString();
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
                double loss = sets.parallelStream().mapToDouble(
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
