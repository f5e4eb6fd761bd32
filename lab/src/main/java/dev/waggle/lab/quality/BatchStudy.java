package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.math.inference.crowd.CrowdPosterior;
import dev.waggle.math.inference.crowd.CrowdTruths;

/**
 * Study of the reliability of agents learned from many items at once, without truths and with some. An item with a known
 * truth is scored without that truth.
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class BatchStudy {

    private BatchStudy() {}

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data");
        figures(data, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
    }

    /** Tables by name. */
    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        RecordedVotes votes = new RecordedVotes(data);
        Map<String, String> figures = new LinkedHashMap<>();
        progress.accept("many items at once: people");
        Map<String, RecordedCrowd> crowds = votes.crowdAnswers();
        figures.put("batch-crowds", table(crowds));
        progress.accept("many items at once: panels");
        Map<String, RecordedCrowd> panels = votes.panelAnswers();
        figures.put("batch-panels", table(panels));
        progress.accept("many items at once: some truths");
        figures.put("batch-truths", truths(crowds, panels));
        return figures;
    }

    private static String table(Map<String, RecordedCrowd> sets) {
        StringBuilder table = new StringBuilder("""
                | set | items | agents | labels | rounds | accuracy | log loss | Brier | ECE | share of the votes: \
                accuracy | log loss | Brier | ECE |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        double[] sums = new double[8];
        sets.forEach((name, set) -> {
            CrowdPosterior posterior = CrowdPosterior.confusion(set.answers(), set.part(0));
            ForecastScore learned = score(set, posterior::all);
            ForecastScore share = score(set, set::shares);
            add(sums, 0, learned);
            add(sums, 4, share);
            table.append(String.format(Locale.ROOT, "| %s | %,d | %d | %d | %d | %s | %s |%n", name,
                    set.answers().items(), set.answers().agents(), set.answers().labels(), posterior.rounds(),
                    learned.cells(), share.cells()));
        });
        table.append("| **mean** | | | | | ");
        for (int i = 0; i < sums.length; i++) {
            double mean = sums[i] / sets.size();
            table.append(i % 4 == 0 ? String.format(Locale.ROOT, "%.2f %% | ", 100 * mean)
                    : String.format(Locale.ROOT, "%.3f | ", mean));
        }
        return table.toString().strip();
    }

    /** Accuracy when the truth of every tenth item, of half of the items and of all is known. */
    private static String truths(Map<String, RecordedCrowd> crowds, Map<String, RecordedCrowd> panels) {
        Map<String, RecordedCrowd> sets = new LinkedHashMap<>(crowds);
        sets.putAll(panels);
        StringBuilder table = new StringBuilder("""
                | set | no truth: accuracy | log loss | every tenth: accuracy | log loss | half: accuracy | log loss | \
                all: accuracy | log loss |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        sets.forEach((name, set) -> {
            table.append("| ").append(name);
            for (int every : new int[] {0, 10, 2, 1}) {
                CrowdTruths known = set.part(every);
                ForecastScore score = score(set, CrowdPosterior.confusion(set.answers(), known)::all);
                table.append(String.format(Locale.ROOT, " | %.1f %% | %.3f", 100 * score.accuracy(), score.logLoss()));
            }
            table.append(" |\n");
        });
        return table.toString().strip();
    }

    private static ForecastScore score(RecordedCrowd set, IntFunction<double[]> rule) {
        ForecastScore score = new ForecastScore();
        set.scored().forEach(item -> score.add(rule.apply(item), set.truths().label(item)));
        return score;
    }

    private static void add(double[] sums, int from, ForecastScore score) {
        sums[from] += score.accuracy();
        sums[from + 1] += score.logLoss();
        sums[from + 2] += score.brier();
        sums[from + 3] += score.calibrationError();
    }
}
