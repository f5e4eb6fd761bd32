package dev.waggle.lab.quality;

import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/** Tables of {@code waggle solve} on recorded debates. */
final class SolveTables {

    private static final String CHATS = "DeliData";
    private static final String AT_ONCE = "decides at once";
    private static final List<String> STRATEGIES = List.of("confidence-weighted", "voting", "bayesian", "entropy",
            "hierarchical");

    private final Map<String, Path> sets = new LinkedHashMap<>();
    private final Consumer<String> progress;
    private final Map<String, String> figures = new LinkedHashMap<>();

    private SolveTables(Path data, Consumer<String> progress) {
        this.progress = progress;
        for (int agents : List.of(3, 4, 7)) {
            sets.put("DyLAN, " + agents + " agents", data.resolve("llm-debate-dylan/mmlu-" + agents
                    + "-agents.jsonl.gz"));
        }
        sets.put(CHATS, data.resolve("human-debate-delidata/episodes.jsonl.gz"));
    }

    /**
     * A run of a set.
     *
     * @param set the name of the set
     * @param option the words of the run in a table
     * @param options the options of the command
     */
    private record SolveCase(String set, String option, List<String> options) {}

    /** Tables and figures by name. */
    static Map<String, String> figures(Path data, Consumer<String> progress) {
        SolveTables tables = new SolveTables(data, progress);
        Map<SolveCase, JsonObjectReader> runs = tables.strategies();
        tables.loop(runs);
        tables.chats(runs);
        return tables.figures;
    }

    private Map<SolveCase, JsonObjectReader> strategies() {
        Map<SolveCase, JsonObjectReader> runs = run(sets.keySet().stream().flatMap(set -> STRATEGIES.stream()
                .map(strategy -> new SolveCase(set, strategy, List.of("--strategy", strategy)))).toList());
        StringBuilder table = new StringBuilder("""
                | set | episodes | strategy | endings | coverage | accuracy of the decided | accuracy of all leaders | \
                plain majority | Brier, decided | ECE, decided | rounds | signals |
                |---|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        runs.forEach((one, totals) -> table.append(String.format(Locale.ROOT,
                "| %s | %,d | %s | %s | %s | %s | %s | %s | %s | %s | %,d | %,d |%n", one.set(),
                totals.integer("episodes"), one.option(), endings(totals), percent(totals, "coverage"),
                percent(totals, "accuracyOfDecided"), percent(totals, "accuracyOfLeaders"),
                percent(totals, "plainMajority"), decimal(totals, "brierOfDecided"),
                decimal(totals, "calibrationErrorOfDecided"), totals.integer("rounds"), totals.integer("signals"))));
        figures.put("solve", table.toString().strip());
        DoubleSummaryStatistics errors = runs.values().stream()
                .flatMap(totals -> Stream.ofNullable(totals.optionalNumber("calibrationErrorOfDecided")))
                .collect(Collectors.summarizingDouble(Double::doubleValue));
        figures.put("solve-error-min", String.format(Locale.ROOT, "%.2f", errors.getMin()));
        figures.put("solve-error-max", String.format(Locale.ROOT, "%.2f", errors.getMax()));
        figures.put("episodes", String.format(Locale.ROOT, "%,d", first(runs).values().stream()
                .mapToLong(totals -> totals.integer("episodes")).sum()));
        figures.put("ties", first(runs).values().stream()
                .map(totals -> String.valueOf(totals.integer("majorityTies"))).collect(Collectors.joining(", ")));
        return runs;
    }

    /** Loops that wait and that do not, and debates among agents that cannot answer. */
    private void loop(Map<SolveCase, JsonObjectReader> strategies) {
        Map<SolveCase, JsonObjectReader> runs = run(sets.keySet().stream().flatMap(set -> List.of(
                new SolveCase(set, AT_ONCE, List.of("--settle-rounds", "0")),
                new SolveCase(set, "waits, with debates", List.of("--conflicts", "debate"))).stream()).toList());
        StringBuilder table = new StringBuilder("""
                | set | loop | decided | right among the decided | right leaders | plain majority of last answers | \
                rounds | signals | failed turns |
                |---|---|---:|---:|---:|---:|---:|---:|---:|
                """);
        first(strategies).forEach((set, waiting) -> {
            row(table, set, "waits (default)", waiting);
            runs.forEach((one, totals) -> {
                if (one.set().equals(set)) {
                    row(table, set, one.option(), totals);
                }
                if (one.set().equals(CHATS) && one.option().equals(AT_ONCE)) {
                    figures.put("chats-once-right", percent(totals, "accuracyOfDecided"));
                    figures.put("chats-once-leaders", percent(totals, "accuracyOfLeaders"));
                }
            });
        });
        figures.put("loop", table.toString().strip());
    }

    private void chats(Map<SolveCase, JsonObjectReader> strategies) {
        JsonObjectReader sure = run(List.of(new SolveCase(CHATS, "bayesian, 0.99",
                List.of("--strategy", "bayesian", "--threshold", "0.99")))).values().iterator().next();
        JsonObjectReader steered = run(List.of(new SolveCase(CHATS, "steering", List.of("--math", "steering"))))
                .values().iterator().next();
        JsonObjectReader watched = first(strategies).get(CHATS);
        if (watched == null) {
            throw new IllegalStateException("there is no run of " + CHATS);
        }
        figures.put("chats", String.valueOf(watched.integer("episodes")));
        figures.put("chats-majority", percent(watched, "plainMajority"));
        figures.put("chats-leaders", percent(watched, "accuracyOfLeaders"));
        figures.put("chats-right", percent(watched, "accuracyOfDecided"));
        figures.put("chats-decided", String.valueOf(watched.integer("decided")));
        figures.put("chats-sure-leaders", percent(sure, "accuracyOfLeaders"));
        figures.put("chats-steered-decided", String.valueOf(steered.integer("decided")));
        figures.put("chats-steered-leaders", percent(steered, "accuracyOfLeaders"));
        figures.put("chats-steered-endings", endings(steered));
        figures.put("chats-endings", endings(watched));
    }

    /** The runs of the default strategy, by set. */
    private static Map<String, JsonObjectReader> first(Map<SolveCase, JsonObjectReader> runs) {
        Map<String, JsonObjectReader> first = new LinkedHashMap<>();
        runs.forEach((one, totals) -> first.putIfAbsent(one.set(), totals));
        return first;
    }

    private Map<SolveCase, JsonObjectReader> run(List<SolveCase> cases) {
        List<JsonObjectReader> totals = cases.parallelStream().map(one -> {
            progress.accept("solve: " + one.set() + ", " + one.option());
            Path file = sets.get(one.set());
            if (file == null) {
                throw new IllegalArgumentException("no set " + one.set());
            }
            return CommandRun.solve(file, one.options());
        }).toList();
        Map<SolveCase, JsonObjectReader> runs = new LinkedHashMap<>();
        for (int i = 0; i < cases.size(); i++) {
            runs.put(cases.get(i), totals.get(i));
        }
        return runs;
    }

    private static void row(StringBuilder table, String set, String loop, JsonObjectReader totals) {
        table.append(String.format(Locale.ROOT, "| %s | %s | %,d of %,d | %s | %s | %s | %,d | %,d | %,d |%n", set,
                loop,
                totals.integer("decided"), totals.integer("episodes"), percent(totals, "accuracyOfDecided"),
                percent(totals, "accuracyOfLeaders"), percent(totals, "plainMajority"), totals.integer("rounds"),
                totals.integer("signals"), totals.integer("failures")));
    }

    private static String endings(JsonObjectReader totals) {
        JsonObjectReader endings = totals.object("endings");
        return endings.names().stream()
                .map(name -> String.format(Locale.ROOT, "%,d %s", endings.integer(name), name))
                .collect(Collectors.joining(", "));
    }

    private static String percent(JsonObjectReader fields, String name) {
        @Nullable Double value = fields.optionalNumber(name);
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * value);
    }

    private static String decimal(JsonObjectReader fields, String name) {
        @Nullable Double value = fields.optionalNumber(name);
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
