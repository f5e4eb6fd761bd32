package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.waggle.lab.math.SimulatedForecasts.StudyPlan;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.MathStopReason;

/**
 * The tables of docs/math-quality.md: the calibration of the proposals' probabilities and the accuracy of the stop
 * reasons, over seeded debates of known truth.
 *
 * <p>Arguments: debates per regime with 5 agents (1,000 unless given), the same with 15 agents (300 unless given), and
 * the first seed (1,000,000 unless given).
 */
public final class MathQuality {

    /** Parameters were chosen with seeds below; reported debates have others. */
    private static final long FIRST_SEED = 1_000_000;

    private static final int SMALL = 5;
    private static final int LARGE = 15;

    private final StudyPlan small;
    private final StudyPlan large;
    private final Consumer<String> progress;
    private final Map<String, String> figures = new LinkedHashMap<>();

    private MathQuality(StudyPlan small, StudyPlan large, Consumer<String> progress) {
        this.small = small;
        this.large = large;
        this.progress = progress;
    }

    public static void main(String[] args) {
        int debates = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int fewer = args.length > 1 ? Integer.parseInt(args[1]) : 300;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : FIRST_SEED;
        figures(debates, fewer, seed, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
    }

    /**
     * Tables and figures by name, for the reported seeds.
     *
     * @param debates the number of debates of each regime with 5 agents
     * @param fewer the same with 15 agents
     * @param progress receives a line before each step
     */
    public static Map<String, String> figures(int debates, int fewer, Consumer<String> progress) {
        return figures(debates, fewer, FIRST_SEED, progress);
    }

    private static Map<String, String> figures(int debates, int fewer, long seed, Consumer<String> progress) {
        MathQuality quality = new MathQuality(new StudyPlan(debates, SMALL, seed), new StudyPlan(fewer, LARGE, seed),
                progress);
        quality.plan();
        quality.calibration();
        quality.recounted();
        quality.stops();
        return quality.figures;
    }

    private void plan() {
        figures.put("debates", String.format(Locale.ROOT, "%,d", small.debates()));
        figures.put("debates-large", String.format(Locale.ROOT, "%,d", large.debates()));
        figures.put("seed", String.format(Locale.ROOT, "%,d", small.firstSeed()));
        figures.put("seed-last", String.format(Locale.ROOT, "%,d", small.firstSeed() + small.debates() - 1));
    }

    private void calibration() {
        List<String> summary = new ArrayList<>();
        for (BallotStyle style : BallotStyle.values()) {
            for (BallotRule rule : BallotRule.values()) {
                progress.accept("calibration: " + style.title() + ", " + rule.wireName() + " ballots");
                SimulatedForecasts few = SimulatedForecasts.ofLenses(small, style, rule);
                SimulatedForecasts many = SimulatedForecasts.ofLenses(large, style, rule);
                for (SimulatedForecasts study : List.of(few, many)) {
                    summary.add("| " + style.title() + " | " + rule.wireName() + " | "
                            + (study == few ? SMALL : LARGE) + " | " + study.summary() + " |");
                }
                if (rule == BallotRule.APPROVAL) {
                    figures.put("calibration-" + name(style), table(
                            "| regime | right | said | diff. | Brier | ECE | right, 15 | said | diff. | Brier | ECE |",
                            SimulatedForecasts.rows(List.of(few, many))));
                }
                if (rule == BallotRule.APPROVAL && style == BallotStyle.MIXED) {
                    put("coin", few.of(DebateRegime.COIN));
                    put("sybils", few.of(DebateRegime.SYBILS));
                }
            }
        }
        figures.put("summary", table("| style | ballots | agents | right | said | pooled difference | mean distance"
                + " | largest | within 5 | Brier | mean ECE | pooled ECE |", summary));
    }

    private void recounted() {
        progress.accept("votes counted again in every round");
        put("coin-recounted",
                SimulatedForecasts.recounted(small, BallotStyle.MIXED).of(DebateRegime.COIN));
    }

    private void put(String name, ForecastScore score) {
        figures.put(name + "-right", percent(score.accuracy()));
        figures.put(name + "-said", percent(score.confidence()));
        figures.put(name + "-certain", percent(score.certain()));
        figures.put(name + "-brier", String.format(Locale.ROOT, "%.3f", score.brier()));
    }

    private void stops() {
        Map<MathStopReason, String> worse = new EnumMap<>(MathStopReason.class);
        for (StudyPlan plan : List.of(small, large)) {
            StopStudy all = new StopStudy();
            for (BallotStyle style : BallotStyle.values()) {
                for (DebateRegime regime : DebateRegime.values()) {
                    progress.accept("stops: " + style.title() + ", " + regime.title() + ", " + plan.agents()
                            + " agents");
                    all.addAll(StopStudy.of(plan.share(BallotStyle.values().length), regime, style));
                }
            }
            String title = "| reason | stops | in round | leader stays | right at the stop | right at the end"
                    + " | difference (standard error) | verdict |";
            figures.put("stops-rule-" + plan.agents(), table(title, all.rowsOfRule()));
            figures.put("stops-alone-" + plan.agents(), table(title, all.rowsAlone()));
            Set<MathStopReason> found = all.worse();
            found.forEach(reason -> worse.merge(reason, plan.agents() + " agents", (a, b) -> a + " and " + b));
        }
        figures.put("stops-worse", worse.isEmpty()
                ? "No reason is worse."
                : worse.entrySet().stream().map(entry -> "- `" + entry.getKey().wireName() + "`: with "
                        + entry.getValue()).collect(Collectors.joining("\n")));
    }

    private static String name(BallotStyle style) {
        return style.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String table(String head, List<String> rows) {
        long cells = head.chars().filter(character -> character == '|').count() - 1;
        return head + "\n|---|" + "---:|".repeat((int) cells - 1) + "\n" + String.join("\n", rows);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
