package dev.waggle.cli.evaluation;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import dev.waggle.review.evaluation.report.EffortCurve;
import dev.waggle.review.evaluation.report.LearnedEffort;
import dev.waggle.signal.text.PlainLocale;

/** Accuracy against calls as a figure of a page. */
final class EffortPlot {

    private static final int WIDTH = 620;
    private static final int HEIGHT = 300;
    private static final double STEP = 0.05;

    private EffortPlot() {}

    static String figure(EffortCurve effort, Optional<LearnedEffort> learned) {
        PagePlot plot = new PagePlot("Accuracy against calls", WIDTH, HEIGHT,
                PagePlot.Range.ofShares("calls, percent of all"), accuracies(effort, learned));
        plot.segment("ideal", 0, effort.earlyStop().accuracy(), 1, effort.earlyStop().accuracy());
        plot.line("s0", "strongest first", coordinates(effort.strongestFirst()));
        plot.line("s1", "order of the file", coordinates(effort.fileOrder()));
        learned.ifPresent(it -> addLearned(plot, it));
        plot.point("s0", EvaluationTable.earlyStop(effort), effort.earlyStop().share(), effort.earlyStop().accuracy(),
                5);
        plot.point("s1", EvaluationTable.earlyStop(effort), effort.earlyStopInFileOrder().share(),
                effort.earlyStopInFileOrder().accuracy(), 5);
        return "<figure>" + plot.markup() + "<ul class=\"legend\">"
                + PagePlot.legendEntry("s0", "plurality, strongest first by the record on earlier items")
                + PagePlot.legendEntry("s1", "plurality, order of the file")
                + learned.map(_ -> PagePlot.legendEntry("s2", "learned, strongest first within a budget")).orElse("")
                + "</ul><figcaption>Accuracy against calls: a"
                + " plurality of the first agents only. A ring is the exact early stop: the calls until the rest cannot"
                + " change the leader. The dashed line is the plurality of all."
                + learned.map(_ -> " The learned strategy stops each item when its leader is far enough ahead, and its"
                        + " last point asks all.").orElse("")
                + "</figcaption></figure>\n";
    }

    private static PagePlot.Range accuracies(EffortCurve effort, Optional<LearnedEffort> learned) {
        double[] accuracies = Stream.of(effort.strongestFirst().stream().map(EffortCurve.Point::accuracy),
                effort.fileOrder().stream().map(EffortCurve.Point::accuracy),
                learned.stream().flatMap(it -> it.points().stream()).map(LearnedEffort.Point::accuracy))
                .flatMap(it -> it).mapToDouble(it -> it).toArray();
        double least = DoubleStream.of(accuracies).min().orElse(0);
        double most = DoubleStream.of(accuracies).max().orElse(1);
        double low = Math.max(0, Math.floor(least / STEP) * STEP);
        double high = Math.min(1, Math.max(low + STEP, Math.ceil(most / STEP) * STEP));
        return new PagePlot.Range("accuracy, percent", Math.min(low, high - STEP), high);
    }

    private static void addLearned(PagePlot plot, LearnedEffort learned) {
        plot.line("s2", "learned", learned.points().stream()
                .flatMapToDouble(point -> DoubleStream.of(point.share(), point.accuracy())).toArray());
        learned.points().forEach(point -> plot.point("s2", String.format(PlainLocale.NONE,
                "learned, budget %.0f %%: %.1f %% of the calls, %.1f %% right", 100 * point.budget(),
                100 * point.share(), 100 * point.accuracy()), point.share(), point.accuracy(), 2.5));
    }

    private static double[] coordinates(List<EffortCurve.Point> points) {
        return points.stream().flatMapToDouble(point -> DoubleStream.of(point.share(), point.accuracy())).toArray();
    }
}
