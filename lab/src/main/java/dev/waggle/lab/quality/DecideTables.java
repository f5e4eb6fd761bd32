package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/** Tables of {@code waggle decide} on recorded votes. */
final class DecideTables {

    private static final List<String> STRATEGIES = List.of("confidence-weighted", "bayesian", "entropy",
            "hierarchical", "voting");
    private static final String HEAD = """
            | set | items | strategy | coverage | accuracy of the decided | accuracy of all leaders | plain majority | \
            Brier, decided | ECE, decided | Brier, leaders | ECE, leaders |
            |---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private final Path data;
    private final Consumer<String> progress;
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final DoubleSummaryStatistics coverage = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics errors = new DoubleSummaryStatistics();
    private int runs;

    private DecideTables(Path data, Consumer<String> progress) {
        this.data = data;
        this.progress = progress;
    }

    /**
     * A run of a set.
     *
     * @param set the name of the set
     * @param votes the file of the votes, within the recorded data
     * @param strategy the strategy
     * @param options further options of the command
     */
    private record DecideCase(String set, String votes, String strategy, List<String> options) {}

    /** Tables and figures by name. */
    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        DecideTables tables = new DecideTables(data, progress);
        tables.crowds();
        tables.panels("decide-panels", List.of());
        tables.panels("decide-panels-confidence", List.of("--confidence", "verbal"));
        tables.ranges();
        return tables.figures;
    }

    private void crowds() {
        List<DecideCase> cases = new ArrayList<>();
        for (String set : RecordedVotes.CROWDS) {
            for (String strategy : STRATEGIES) {
                cases.add(new DecideCase(set, "crowd/" + set + "/label.csv", strategy,
                        List.of("--agent", "worker", "--answer", "label", "--truth",
                                data.resolve("crowd/" + set + "/truth.csv").toString())));
            }
        }
        Map<DecideCase, JsonObjectReader> outcomes = run(cases);
        put("decide-crowds", outcomes);
        StringBuilder repeated = new StringBuilder();
        StringBuilder unknown = new StringBuilder();
        outcomes.forEach((one, summary) -> {
            long same = summary.integer("duplicates");
            long later = summary.integer("replaced");
            long missing = summary.integer("items") - summary.object("truth").object("leaders").integer("items");
            if (one.strategy().equals(STRATEGIES.getFirst()) && same + later > 0) {
                repeated.append(String.format(Locale.ROOT, "- `%s`: %,d rows repeat an earlier row, and %,d answers"
                        + " were replaced by a later one of the same person.%n", one.set(), same, later));
            }
            if (one.strategy().equals(STRATEGIES.getFirst()) && missing > 0) {
                unknown.append(String.format(Locale.ROOT, "- `%s`: of %,d items, %,d have no known truth.%n", one.set(),
                        summary.integer("items"), missing));
            }
        });
        figures.put("decide-crowds-notes", (repeated.toString() + unknown).strip());
    }

    private void panels(String name, List<String> more) throws IOException {
        List<DecideCase> cases = new ArrayList<>();
        for (Map.Entry<String, List<String>> panel : new RecordedVotes(data).panelAgents().entrySet()) {
            for (String strategy : STRATEGIES) {
                List<String> options = new ArrayList<>(List.of("--agents", String.join(" ", panel.getValue()),
                        "--truth", data.resolve("llm-panel-mmlupro/items.csv.gz").toString()));
                options.addAll(more);
                cases.add(new DecideCase(panel.getKey(), "llm-panel-mmlupro/votes.csv.gz", strategy, options));
            }
        }
        put(name, run(cases));
    }

    private void ranges() {
        figures.put("decide-runs", String.valueOf(runs));
        figures.put("coverage-min", String.format(Locale.ROOT, "%.0f %%", 100 * coverage.getMin()));
        figures.put("coverage-max", String.format(Locale.ROOT, "%.0f %%", 100 * coverage.getMax()));
        figures.put("error-min", String.format(Locale.ROOT, "%.2f", errors.getMin()));
        figures.put("error-max", String.format(Locale.ROOT, "%.2f", errors.getMax()));
    }

    private Map<DecideCase, JsonObjectReader> run(List<DecideCase> cases) {
        List<JsonObjectReader> summaries = cases.parallelStream().map(one -> {
            progress.accept("decide: " + one.set() + ", " + one.strategy());
            List<String> options = new ArrayList<>(one.options());
            options.addAll(List.of("--strategy", one.strategy()));
            return CommandRun.decide(data.resolve(one.votes()), options);
        }).toList();
        Map<DecideCase, JsonObjectReader> outcomes = new LinkedHashMap<>();
        for (int i = 0; i < cases.size(); i++) {
            outcomes.put(cases.get(i), summaries.get(i));
        }
        return outcomes;
    }

    private void put(String name, Map<DecideCase, JsonObjectReader> outcomes) {
        StringBuilder table = new StringBuilder(HEAD);
        outcomes.forEach((one, summary) -> {
            JsonObjectReader truth = summary.object("truth");
            JsonObjectReader decided = truth.object("decided");
            JsonObjectReader leaders = truth.object("leaders");
            runs++;
            coverage.accept(summary.number("coverage"));
            if (decided.integer("items") > 0) {
                errors.accept(decided.number("calibrationError"));
            }
            table.append(String.format(Locale.ROOT, "| %s | %,d | %s | %.1f %% | %s | %s | %s | %s | %s | %s | %s |%n",
                    one.set(), summary.integer("items"), one.strategy(), 100 * summary.number("coverage"),
                    percent(decided, "accuracy"), percent(leaders, "accuracy"),
                    percent(truth.object("majority"), "accuracy"), decimal(decided, "brier"),
                    decimal(decided, "calibrationError"), decimal(leaders, "brier"),
                    decimal(leaders, "calibrationError")));
        });
        figures.put(name, table.toString().strip());
    }

    private static String percent(JsonObjectReader fields, String name) {
        return isKnown(fields, name) ? String.format(Locale.ROOT, "%.1f %%", 100 * fields.number(name)) : "-";
    }

    private static String decimal(JsonObjectReader fields, String name) {
        return isKnown(fields, name) ? String.format(Locale.ROOT, "%.3f", fields.number(name)) : "-";
    }

    private static boolean isKnown(JsonObjectReader fields, String name) {
        return fields.optional(name) instanceof JsonValue.Num;
    }
}
