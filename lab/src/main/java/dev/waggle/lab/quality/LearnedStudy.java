package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityState;

/**
 * Study of weights that outcomes teach. Every question is scored by the outcomes of questions before it, and never by its
 * own (prequential, Dawid 1984).
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class LearnedStudy {

    private static final List<String> STATED = List.of("verbal");
    private static final List<String> ALL_STATED = List.of("verbal", "logit", "linguistic");
    private static final int TWENTIETH = 20;
    private static final int FIFTH = 5;

    private LearnedStudy() {}

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data");
        figures(data, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
    }

    /** Tables by name. */
    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        RecordedCases recorded = new RecordedCases(data);
        Map<String, String> figures = new LinkedHashMap<>();
        progress.accept("learned weights: panels");
        Map<String, List<RecordedCase>> panels = recorded.panels(STATED);
        Map<String, List<RecordedCase>> allStated = recorded.panels(ALL_STATED);
        figures.put("learned-panels", table(panels, Optional.of(allStated)));
        summary(allStated, figures);
        progress.accept("learned weights: debates and judges");
        Map<String, List<RecordedCase>> debates = recorded.debates();
        debates.put("judges of pairs", recorded.judges());
        figures.put("learned-debates", table(debates, Optional.empty()));
        progress.accept("learned weights: some truths");
        figures.put("learned-truths", truths(panels));
        progress.accept("learned weights: liars");
        figures.put("learned-liars", liars(panels));
        return figures;
    }

    private static String table(Map<String, List<RecordedCase>> sets, Optional<Map<String, List<RecordedCase>>> more) {
        StringBuilder table = new StringBuilder("| set | questions | share of the votes: accuracy | log loss | ECE | "
                + "posterior of one question: accuracy | log loss | ECE | learned: accuracy | log loss | ECE |");
        table.append(more.isPresent() ? " all stated confidences: accuracy | log loss | ECE |\n" : "\n");
        table.append("|---").append("|---:".repeat(more.isPresent() ? 13 : 10)).append("|\n");
        double[] sums = new double[12];
        sets.forEach((name, cases) -> {
            table.append(String.format(Locale.ROOT, "| %s | %,d |", name, cases.size()));
            List<ForecastScore> scores = new ArrayList<>(
                    List.of(shares(cases), untaught(cases), learned(cases, _ -> true)));
            more.map(all -> all.getOrDefault(name, List.of())).map(all -> learned(all, _ -> true))
                    .ifPresent(scores::add);
            for (int i = 0; i < scores.size(); i++) {
                ForecastScore score = scores.get(i);
                sums[3 * i] += score.accuracy();
                sums[3 * i + 1] += score.logLoss();
                sums[3 * i + 2] += score.calibrationError();
                table.append(cells(score.accuracy(), score.logLoss(), score.calibrationError()));
            }
            table.append('\n');
        });
        table.append("| **mean** | |");
        for (int i = 0; i < (more.isPresent() ? 4 : 3); i++) {
            table.append(
                    cells(sums[3 * i] / sets.size(), sums[3 * i + 1] / sets.size(), sums[3 * i + 2] / sets.size()));
        }
        return table.toString();
    }

    /** Means over the panels: learned with all stated confidences, majority, and the best agent of each panel. */
    private static void summary(Map<String, List<RecordedCase>> panels, Map<String, String> figures) {
        double learned = 0;
        double error = 0;
        double majority = 0;
        double best = 0;
        for (List<RecordedCase> cases : panels.values()) {
            ForecastScore score = learned(cases, _ -> true);
            learned += score.accuracy() / panels.size();
            error += score.calibrationError() / panels.size();
            majority += shares(cases).accuracy() / panels.size();
            best += bestAgent(cases) / panels.size();
        }
        figures.put("learned-mean", String.format(Locale.ROOT, "%.1f %%", 100 * learned));
        figures.put("learned-error", String.format(Locale.ROOT, "%.3f", error));
        figures.put("majority-mean", String.format(Locale.ROOT, "%.1f %%", 100 * majority));
        figures.put("best-mean", String.format(Locale.ROOT, "%.1f %%", 100 * best));
    }

    /** Accuracy of the agent that is right most often; no answer is not right. */
    private static double bestAgent(List<RecordedCase> cases) {
        Map<String, Integer> right = new TreeMap<>();
        for (RecordedCase one : cases) {
            for (CaseBallot ballot : one.decision().ballots()) {
                right.merge(ballot.agent(), one.right().isPresent() && ballot.supports(one.right().getAsInt()) ? 1 : 0,
                        Integer::sum);
            }
        }
        return right.values().stream().mapToInt(it -> it).max().orElse(0) / (double) cases.size();
    }

    private static String cells(double accuracy, double logLoss, double error) {
        return String.format(Locale.ROOT, " %.1f %% | %.3f | %.3f |", 100 * accuracy, logLoss, error);
    }

    private static String truths(Map<String, List<RecordedCase>> panels) {
        StringBuilder table = new StringBuilder("""
                | set | no truth: accuracy | ECE | every 20th: accuracy | ECE | every 5th: accuracy | ECE | all: accuracy | ECE |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        panels.forEach((name, cases) -> {
            table.append("| ").append(name).append(" |");
            for (ForecastScore score : List.of(untaught(cases), learned(cases, item -> item % TWENTIETH == 0),
                    learned(cases, item -> item % FIFTH == 0), learned(cases, _ -> true))) {
                table.append(String.format(Locale.ROOT, " %.1f %% | %.3f |", 100 * score.accuracy(),
                        score.calibrationError()));
            }
            table.append('\n');
        });
        return table.toString().strip();
    }

    private static String liars(Map<String, List<RecordedCase>> panels) {
        StringBuilder table = new StringBuilder("""
                | set | share of the votes: honest | attacked | learned: honest | attacked | learned: the six honest alone |
                |---|---:|---:|---:|---:|---:|
                """);
        panels.forEach((name, cases) -> {
            Set<String> agents = cases.stream().flatMap(one -> one.decision().ballots().stream()).map(CaseBallot::agent)
                    .collect(Collectors.toCollection(TreeSet::new));
            LyingAgents liars = new LyingAgents(agents.stream().limit(LyingAgents.LIARS).toList(), 1);
            List<RecordedCase> attacked = cases.stream().map(liars::attack).toList();
            List<RecordedCase> honest = cases.stream().map(liars::without).toList();
            table.append(String.format(Locale.ROOT, "| %s | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% |%n", name,
                    100 * shares(cases).accuracy(), 100 * shares(attacked).accuracy(),
                    100 * learned(cases, _ -> true).accuracy(), 100 * learned(attacked, _ -> true).accuracy(),
                    100 * learned(honest, _ -> true).accuracy()));
        });
        return table.toString().strip();
    }

    /** Score of one run over a set that learns the truths of some questions. */
    static ForecastScore learned(List<RecordedCase> cases, IntPredicate isKnown) {
        ReliabilityState state = new ReliabilityState();
        ForecastScore score = new ForecastScore();
        for (int item = 0; item < cases.size(); item++) {
            RecordedCase one = cases.get(item);
            score.add(one.spread(state.probabilities(one.decision())), one.truth());
            if (isKnown.test(item)) {
                state.learn(one.decision(), one.right());
            }
        }
        return score;
    }

    /** Score of the posterior without outcomes. */
    static ForecastScore untaught(List<RecordedCase> cases) {
        ForecastScore score = new ForecastScore();
        for (RecordedCase one : cases) {
            score.add(one.spread(LearnedWeights.NONE.probabilities(one.decision())), one.truth());
        }
        return score;
    }

    /** Score of the share of the voters. */
    static ForecastScore shares(List<RecordedCase> cases) {
        ForecastScore score = new ForecastScore();
        for (RecordedCase one : cases) {
            double[] votes = one.votes();
            double all = 0;
            for (double vote : votes) {
                all += vote;
            }
            double[] shares = new double[one.options()];
            for (int option = 0; option < shares.length; option++) {
                double named = option < votes.length ? votes[option] : 0;
                shares[option] = all == 0 ? 1.0 / shares.length : named / all;
            }
            score.add(shares, one.truth());
        }
        return score;
    }
}
