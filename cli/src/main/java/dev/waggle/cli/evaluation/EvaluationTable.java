package dev.waggle.cli.evaluation;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.review.evaluation.report.AccuracyScore;
import dev.waggle.review.evaluation.report.EffortCurve;
import dev.waggle.review.evaluation.report.LearnedEffort;
import dev.waggle.review.evaluation.report.PairedDifference;
import dev.waggle.review.evaluation.report.ProbabilityReport;
import dev.waggle.review.evaluation.report.RiskCoverage;
import dev.waggle.review.evaluation.report.RuleScore;
import dev.waggle.review.evaluation.report.SetReport;
import dev.waggle.signal.text.PlainLocale;

/** Report for people: a block for each set, a row for each rule. */
public final class EvaluationTable {

    private static final int WIDEST_NAME = 60;

    private final PrintWriter out;
    private final TextStyle style;
    private final int width = TerminalWidth.ofText();

    public EvaluationTable(PrintWriter out, TextStyle style) {
        this.out = out;
        this.style = style;
    }

    /** Writes the block of a set. */
    public void write(SetReport report) {
        String name = TextTable.clip(report.name(), WIDEST_NAME);
        TextWrap.beside(style.paint(Ink.BOLD, name) + "  ", TextTable.width(name) + 2, sizes(report), width)
                .forEach(out::println);
        TextTable table = new TextTable(out, style, List.of(new Column("rule", Side.LEFT),
                new Column("accuracy", Side.RIGHT), new Column("to plurality", Side.RIGHT),
                new Column("coverage", Side.RIGHT), new Column("of decided", Side.RIGHT),
                new Column("Brier", Side.RIGHT), new Column("log loss", Side.RIGHT), new Column("ECE", Side.RIGHT),
                new Column("AURC", Side.RIGHT)));
        for (RuleScore score : report.rules()) {
            table.row(row(score));
        }
        table.close();
        report.effort().ifPresent(effort -> note(earlyStop(effort)));
        report.learnedEffort().ifPresent(this::effort);
        out.println();
    }

    /** Accuracy of the learned strategy by budget. */
    private void effort(LearnedEffort effort) {
        out.println();
        TextTable table = new TextTable(out, style,
                Stream.of("learned, budget", "asked", "accuracy", "to all asked", "ECE")
                        .map(title -> new Column(title, Side.RIGHT)).toList());
        effort.points().forEach(point -> table.row(List.of(
                Cell.of(String.format(PlainLocale.NONE, "%.0f %%", 100 * point.budget())),
                Cell.of(percent(point.share())),
                Cell.of(percent(point.accuracy())), difference(point.difference()),
                Cell.of(decimal(point.calibrationError())))));
        table.close();
    }

    /** Writes the means over the sets, each with the same weight; nothing for one set. */
    public void writeMeans(List<SetReport> reports) {
        if (reports.size() < 2) {
            return;
        }
        out.println(style.paint(Ink.BOLD, "mean of " + reports.size() + " sets"));
        TextTable table = new TextTable(out, style,
                Stream.of("rule", "accuracy", "to plurality", "coverage", "Brier", "log loss", "ECE", "AURC")
                        .map(title -> new Column(title, title.equals("rule") ? Side.LEFT : Side.RIGHT)).toList());
        for (RuleScore first : reports.getFirst().rules()) {
            List<RuleScore> scores = reports.stream().flatMap(report -> report.rule(first.rule()).stream()).toList();
            boolean isForecast = first.calibration().isPresent();
            table.row(List.of(Cell.of(first.rule()),
                    Cell.of(percent(mean(scores, score -> score.accuracy().accuracy()))),
                    Cell.of(String.format(PlainLocale.NONE, "%+.1f",
                            inPoints(mean(scores, score -> score.difference().difference())))),
                    Cell.of(isForecast ? percent(mean(scores, score -> score.decisions().coverage())) : "-"),
                    meanOf(scores, isForecast, score -> score.calibration().orElseThrow().brier()),
                    meanOf(scores, isForecast, score -> score.calibration().orElseThrow().logLoss()),
                    meanOf(scores, isForecast, score -> score.calibration().orElseThrow().calibrationError()),
                    meanOf(scores, isForecast, score -> score.risk().orElseThrow().area())));
        }
        table.close();
        out.println();
    }

    private static Cell meanOf(List<RuleScore> scores, boolean isForecast, ToDoubleFunction<RuleScore> figure) {
        return Cell.of(isForecast ? decimal(mean(scores, figure)) : "-");
    }

    private static double mean(List<RuleScore> scores, ToDoubleFunction<RuleScore> figure) {
        return scores.stream().mapToDouble(figure).average().orElse(0);
    }

    /** Explains the columns, once after all sets. */
    public void writeLegend(List<SetReport> reports) {
        List<String> lines = new ArrayList<>(List.of(
                "accuracy: ties share credit; +- half of the 95 % interval (Wilson)",
                "to plurality: points on the same items, 95 % interval (bootstrap); * excludes 0",
                "coverage, of decided: at the threshold; Brier: 0..2 over all answers; log loss: nats",
                "ECE: 15 bins; AURC: mean error over all coverages; best-single-hindsight and oracle read truths"));
        if (reports.stream().anyMatch(report -> report.learnedEffort().isPresent())) {
            lines.add("learned, budget: strongest agents first, until the leader is ahead; to all asked: in points");
        }
        lines.forEach(this::note);
    }

    private void note(String text) {
        TextWrap.hanging(text, 2, width).forEach(line -> out.println(style.paint(Ink.DIM, line)));
    }

    static String sizes(SetReport report) {
        SetReport.Counts counts = report.counts();
        String predicted = counts.predicted() == counts.known()
                ? ""
                : ", " + MessageText.count(counts.predicted(), "item") + " predicted";
        return MessageText.count(counts.ballots(), "vote") + " of " + MessageText.count(counts.agents(), "agent")
                + " on " + MessageText.count(counts.items(), "item") + ", "
                + MessageText.count(counts.known(), "known truth") + predicted;
    }

    private static List<Cell> row(RuleScore score) {
        Optional<ProbabilityReport> calibration = score.calibration();
        boolean isForecast = calibration.isPresent();
        String coverage = isForecast ? percent(score.decisions().coverage()) : "-";
        String decided = isForecast && score.decisions().accuracy().isPresent()
                ? percent(score.decisions().accuracy().getAsDouble())
                : "-";
        return List.of(Cell.of(score.rule()), Cell.of(accuracy(score.accuracy())), difference(score.difference()),
                Cell.of(coverage), Cell.of(decided),
                Cell.of(calibration.map(ProbabilityReport::brier).map(EvaluationTable::decimal).orElse("-")),
                Cell.of(calibration.map(ProbabilityReport::logLoss).map(EvaluationTable::decimal).orElse("-")),
                Cell.of(calibration.map(ProbabilityReport::calibrationError).map(EvaluationTable::decimal)
                        .orElse("-")),
                Cell.of(score.risk().map(RiskCoverage::area).map(EvaluationTable::decimal).orElse("-")));
    }

    private static Cell difference(PairedDifference difference) {
        if (difference.difference() == 0 && difference.low() == 0 && difference.high() == 0) {
            return Cell.of("0.0");
        }
        String text = points(difference);
        if (!difference.isSignificant()) {
            return Cell.of(text);
        }
        return new Cell(text + " *", difference.difference() > 0 ? Ink.GREEN : Ink.RED);
    }

    /** A difference in points with its interval, such as {@code +1.3 (+0.9 to +1.7)}. */
    public static String points(PairedDifference difference) {
        return String.format(PlainLocale.NONE, "%+.1f (%+.1f to %+.1f)", inPoints(difference.difference()),
                inPoints(difference.low()), inPoints(difference.high()));
    }

    /** A share in points, in tenths; adding 0 makes 0 of a negative zero. */
    private static double inPoints(double share) {
        return Math.rint(1000 * share) / 10 + 0.0;
    }

    public static String accuracy(AccuracyScore score) {
        return String.format(PlainLocale.NONE, "%.1f %% +- %.1f", 100 * score.accuracy(),
                50 * (score.high() - score.low()));
    }

    /** The saving of the early stop in words. */
    static String earlyStop(EffortCurve effort) {
        return String.format(PlainLocale.NONE,
                "plurality stopped when the rest cannot change it: %.0f %% of the calls, strongest first, and"
                        + " %.0f %% in the order of the file",
                100 * effort.earlyStop().share(), 100 * effort.earlyStopInFileOrder().share());
    }

    public static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.1f %%", 100 * share);
    }

    public static String decimal(double value) {
        return String.format(PlainLocale.NONE, "%.3f", value);
    }
}
