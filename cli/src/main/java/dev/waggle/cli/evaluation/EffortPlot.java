package dev.waggle.cli.evaluation;

import java.util.List;
import java.util.stream.DoubleStream;

import dev.waggle.review.evaluation.report.EffortCurve;

/** Accuracy against calls as a figure of a page. */
final class EffortPlot {

    private static final int WIDTH = 620;
    private static final int HEIGHT = 300;
    private static final double STEP = 0.05;

    private EffortPlot() {}

    static String figure(EffortCurve effort) {
        double[] accuracies = DoubleStream.concat(effort.strongestFirst().stream().mapToDouble(it -> it.accuracy()),
                effort.fileOrder().stream().mapToDouble(it -> it.accuracy())).toArray();
        double least = DoubleStream.of(accuracies).min().orElse(0);
        double most = DoubleStream.of(accuracies).max().orElse(1);
        double low = Math.max(0, Math.floor(least / STEP) * STEP);
        double high = Math.min(1, Math.max(low + STEP, Math.ceil(most / STEP) * STEP));
        PagePlot plot = new PagePlot("Accuracy of a plurality against calls", WIDTH, HEIGHT,
                PagePlot.Range.ofShares("calls, percent of all"),
                new PagePlot.Range("accuracy, percent", Math.min(low, high - STEP), high));
        plot.segment("ideal", 0, effort.earlyStop().accuracy(), 1, effort.earlyStop().accuracy());
        plot.line("s0", "strongest first", coordinates(effort.strongestFirst()));
        plot.line("s1", "order of the file", coordinates(effort.fileOrder()));
        plot.point("s0", EvaluationTable.earlyStop(effort), effort.earlyStop().share(), effort.earlyStop().accuracy(),
                5);
        plot.point("s1", EvaluationTable.earlyStop(effort), effort.earlyStopInFileOrder().share(),
                effort.earlyStopInFileOrder().accuracy(), 5);
        return "<figure>" + plot.markup() + "<ul class=\"legend\">"
                + PagePlot.legendEntry("s0", "strongest first, by the record on earlier items")
                + PagePlot.legendEntry("s1", "order of the file") + "</ul><figcaption>Accuracy against calls: a"
                + " plurality of the first agents only. A ring is the exact early stop: the calls until the rest cannot"
                + " change the leader. The dashed line is the plurality of all.</figcaption></figure>\n";
    }

    private static double[] coordinates(List<EffortCurve.Point> points) {
        return points.stream().flatMapToDouble(point -> DoubleStream.of(point.share(), point.accuracy())).toArray();
    }
}
