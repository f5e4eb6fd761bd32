package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import dev.waggle.review.evaluation.report.LearnedEffort;
import dev.waggle.review.evaluation.report.SetReport;
import dev.waggle.review.evaluation.rule.RuleCatalog;
import dev.waggle.swarm.consensus.LearnedStrategy;

/**
 * Accuracy of the learned strategy when only a part of the agents is asked, as {@code waggle eval} measures it. Every
 * question is decided by the outcomes of questions before it.
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class EffortStudy {

    private static final List<String> STATED = List.of("verbal");
    private static final List<String> ALL_STATED = List.of("verbal", "logit", "linguistic");
    private static final double[] BUDGETS = {0.3, 0.5, 0.7, 1};
    private static final double HALF = 0.5;

    /** Most that a panel may lose at half of the calls, in points. */
    private static final double AIM = 0.2;

    private EffortStudy() {}

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data");
        figures(data, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
    }

    /** Tables by name, and the number of panels that reach the aim. */
    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        Map<String, String> figures = new LinkedHashMap<>();
        progress.accept("adaptive effort: one stated confidence");
        Map<String, LearnedEffort> one = efforts(everybody(data, STATED), data);
        figures.put("effort-one", table(one));
        figures.put("effort-one-held", held(one));
        progress.accept("adaptive effort: all stated confidences");
        EvaluationSet everybody = everybody(data, ALL_STATED);
        Map<String, LearnedEffort> all = efforts(everybody, data);
        figures.put("effort-all-held", held(all));
        progress.accept("adaptive effort: all models as one panel");
        all.put("all " + everybody.agents().size() + " as one", effort(everybody));
        figures.put("effort-all", table(all));
        return figures;
    }

    private static String held(Map<String, LearnedEffort> efforts) {
        long held = efforts.values().stream().filter(effort -> lost(effort) <= AIM).count();
        return held + " of " + efforts.size();
    }

    private static double lost(LearnedEffort effort) {
        return -100 * effort.at(HALF).difference().difference();
    }

    private static String table(Map<String, LearnedEffort> efforts) {
        StringBuilder table = new StringBuilder("""
                | set | answers | budget 30 %: asked | accuracy | 50 %: asked | accuracy | 70 %: asked | accuracy | \
                all: accuracy | lost at 50 %, points (95 %) | ECE at 50 % | ECE of all |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        efforts.forEach((name, effort) -> {
            table.append(String.format(Locale.ROOT, "| %s | %,d |", name, effort.calls()));
            for (double budget : BUDGETS) {
                LearnedEffort.Point point = effort.at(budget);
                table.append(budget < 1 ? String.format(Locale.ROOT, " %.1f %% |", 100 * point.share()) : "")
                        .append(String.format(Locale.ROOT, " %.1f %% |", 100 * point.accuracy()));
            }
            LearnedEffort.Point half = effort.at(HALF);
            table.append(String.format(Locale.ROOT, " %.2f (%.2f to %.2f) | %.3f | %.3f |%n",
                    inHundredths(lost(effort)), inHundredths(-100 * half.difference().high()),
                    inHundredths(-100 * half.difference().low()),
                    half.calibrationError(), effort.at(1).calibrationError()));
        });
        return table.toString().strip();
    }

    /** Rounded to hundredths; adding 0 makes 0 of a negative zero. */
    private static double inHundredths(double points) {
        return Math.rint(100 * points) / 100 + 0.0;
    }

    private static Map<String, LearnedEffort> efforts(EvaluationSet everybody, Path data) throws IOException {
        Map<String, LearnedEffort> efforts = new LinkedHashMap<>();
        new RecordedVotes(data).panelAgents()
                .forEach((panel, agents) -> efforts.put(panel, effort(everybody.ofAgents(panel, agents))));
        return efforts;
    }

    private static LearnedEffort effort(EvaluationSet set) {
        return SetReport.of(set, EvaluationPlan.defaults(), RuleCatalog.makers(List.of(LearnedStrategy.ID)), _ -> {})
                .learnedEffort().orElseThrow();
    }

    private static EvaluationSet everybody(Path data, List<String> stated) throws IOException {
        RecordedVotes recorded = new RecordedVotes(data);
        EvaluationSetBuilder builder = new EvaluationSetBuilder("all", stated);
        for (Map<String, String> row : recorded.rows("llm-panel-mmlupro/votes.csv.gz")) {
            double[] confidences = new double[stated.size()];
            Arrays.setAll(confidences, kind -> confidence(row.getOrDefault(stated.get(kind), "")));
            builder.add(RecordedVotes.cell(row, "item"), RecordedVotes.cell(row, "agent"),
                    row.getOrDefault("answer", ""), confidences);
        }
        for (Map<String, String> row : recorded.rows("llm-panel-mmlupro/items.csv.gz")) {
            String item = RecordedVotes.cell(row, "item");
            builder.truth(item, RecordedVotes.cell(row, "gold")).category(item, RecordedVotes.cell(row, "category"));
        }
        return builder.build();
    }

    /** A confidence within 0..1; NaN for none. */
    private static double confidence(String text) {
        double stated = text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        return stated >= 0 && stated <= 1 ? stated : Double.NaN;
    }
}
