package dev.waggle.cli.evaluation;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.report.ProbabilityReport;
import dev.waggle.review.evaluation.report.RuleScore;
import dev.waggle.review.evaluation.report.SetReport;
import dev.waggle.signal.text.PlainLocale;

/**
 * One page with the tables and plots of a report. It is HTML in the syntax of XML, with its styles inside and without a
 * script, so it opens without a network. Every text of the data is escaped.
 */
public final class EvaluationPage {

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <title>Evaluation of decision rules</title>
            <style>
            :root { color-scheme: light dark; --ink: #1c2024; --dim: #5b6470; --paper: #ffffff; --rule: #d9dde2;
              --c0: #1f5fbf; --c1: #c2410c; --c2: #15803d; --c3: #9333ea; --c4: #b4a000; --c5: #be185d; --c6: #0e7490;
              --c7: #4b5563; --good: #166534; --bad: #b91c1c; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --dim: #a3acb7; --paper: #14171a;
              --rule: #363c43; --c0: #7aa7f5; --c1: #f5955c; --c2: #63c98a; --c3: #c79bf7; --c4: #d8c94a; --c5: #f287b7;
              --c6: #5fc3d9; --c7: #b3bac4; --good: #6fd394; --bad: #ff8f8f; } }
            body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
              font: 1rem/1.5 system-ui, sans-serif; }
            h2 { margin-top: 2.5rem; border-top: 1px solid var(--rule); padding-top: 1rem; overflow-wrap: anywhere; }
            .scroll { overflow-x: auto; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            caption { caption-side: bottom; text-align: left; color: var(--dim); padding-top: .4rem; max-width: 60rem; }
            th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); }
            th, td { white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; }
            .good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
            figure { margin: 1.5rem 0; } figcaption { color: var(--dim); max-width: 60rem; }
            .grids { display: flex; flex-wrap: wrap; gap: 1rem; } .grids div { text-align: center; }
            svg { max-width: 100%; height: auto; } svg text { fill: var(--dim); font: 10px system-ui, sans-serif; }
            .grid { stroke: var(--rule); stroke-width: .6; } .ideal { stroke: var(--dim); stroke-dasharray: 3 3; }
            polyline { fill: none; stroke-width: 1.8; }
            .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
            .legend svg { vertical-align: middle; }
            .s0, .s8 { stroke: var(--c0); } .s1, .s9 { stroke: var(--c1); } .s2, .s10 { stroke: var(--c2); }
            .s3, .s11 { stroke: var(--c3); } .s4 { stroke: var(--c4); } .s5 { stroke: var(--c5); }
            .s6 { stroke: var(--c6); } .s7 { stroke: var(--c7); }
            .s8, .s9, .s10, .s11 { stroke-dasharray: 6 3; } circle { fill: var(--paper); stroke-width: 1.8; }
            .dot { fill: var(--c0); fill-opacity: .55; stroke: var(--c0); }
            @media print { body { max-width: none; } figure { break-inside: avoid; } }
            </style>
            </head>
            <body>
            """;

    private static final int STYLES = 12;
    private static final int PLOT_WIDTH = 620;
    private static final int PLOT_HEIGHT = 340;
    private static final int SMALL = 190;

    private final PrintWriter out;

    public EvaluationPage(PrintWriter out) {
        this.out = out;
    }

    /** Writes the page. */
    public void write(EvaluationPlan plan, List<SetReport> reports) {
        write(plan, reports, "");
    }

    /** Writes the page with a section of markup before the others. */
    public void write(EvaluationPlan plan, List<SetReport> reports, String lead) {
        out.print(HEAD);
        out.print(lead);
        out.print("<h1>Evaluation of decision rules</h1>\n<p>" + PageText.escape(planInWords(plan)) + "</p>\n");
        if (reports.size() > 1) {
            overview(reports);
        }
        reports.forEach(this::set);
        out.print("</body>\n</html>\n");
    }

    private static String planInWords(EvaluationPlan plan) {
        String order = plan.seed().isPresent()
                ? "in a random order (seed " + plan.seed().getAsLong() + ", runs: " + plan.repeats() + ")"
                : "in the order of the file";
        String part = plan.isPrequential()
                ? "Rules that learn see the truth of an item after its prediction."
                : String.format(PlainLocale.NONE,
                        "Rules learn from %.0f %% of the items, and the others are predicted.",
                        100 * plan.trainShare());
        return "Items come " + order + ". " + part + " The threshold of a decision is " + plan.decision().threshold()
                + ", with at least " + plan.decision().minVoters() + " answers.";
    }

    private void overview(List<SetReport> reports) {
        out.print("<div class=\"scroll\"><table><caption>Accuracy of each rule on each set, ties sharing credit."
                + "</caption><thead><tr><th scope=\"col\">rule</th>");
        reports.forEach(report -> out.print("<th scope=\"col\">" + PageText.escape(report.name()) + "</th>"));
        out.print("<th scope=\"col\">mean</th></tr></thead>\n<tbody>\n");
        for (RuleScore first : reports.getFirst().rules()) {
            out.print("<tr><th scope=\"row\">" + PageText.escape(first.rule()) + "</th>");
            double sum = 0;
            for (SetReport report : reports) {
                double accuracy = report.rule(first.rule()).map(score -> score.accuracy().accuracy()).orElse(0.0);
                sum += accuracy;
                out.print("<td>" + EvaluationTable.percent(accuracy) + "</td>");
            }
            out.print("<td>" + EvaluationTable.percent(sum / reports.size()) + "</td></tr>\n");
        }
        out.print("</tbody></table></div>\n");
    }

    private void set(SetReport report) {
        out.print("<section>\n<h2>" + PageText.escape(report.name()) + "</h2>\n<p>"
                + PageText.escape(EvaluationTable.sizes(report)) + "</p>\n");
        table(report);
        reliability(report);
        risk(report);
        report.effort().ifPresent(effort -> out.print(EffortPlot.figure(effort, report.learnedEffort())));
        out.print("</section>\n");
    }

    private void table(SetReport report) {
        out.print("<div class=\"scroll\"><table><caption>Accuracy: ties share credit, with half of the 95 % interval"
                + " (Wilson). To plurality: difference in points on the same items, with a 95 % interval (bootstrap)."
                + " Coverage and accuracy of the decided: at the threshold. Brier score over all answers, 0 to 2."
                + " Log loss in nats. ECE: calibration error in 15 bins. AURC: mean error over all coverages."
                + " The oracle and the best single agent with hindsight read the truths.</caption>\n<thead><tr>");
        for (String title : List.of("rule", "accuracy", "to plurality", "coverage", "of decided", "Brier", "log loss",
                "ECE", "AURC")) {
            out.print("<th scope=\"col\">" + title + "</th>");
        }
        out.print("</tr></thead>\n<tbody>\n");
        report.rules().forEach(this::row);
        out.print("</tbody></table></div>\n");
    }

    private void row(RuleScore score) {
        boolean isBetter = score.difference().low() > 0;
        boolean isWorse = score.difference().high() < 0;
        String tone = isBetter ? " class=\"good\"" : isWorse ? " class=\"bad\"" : "";
        out.print("<tr><th scope=\"row\">" + PageText.escape(score.rule()) + "</th><td>"
                + EvaluationTable.accuracy(score.accuracy()).replace("+-", "±") + "</td><td" + tone + ">"
                + EvaluationTable.points(score.difference()) + "</td>");
        List<String> cells = new ArrayList<>();
        if (score.calibration().isPresent()) {
            ProbabilityReport calibration = score.calibration().get();
            cells.add(EvaluationTable.percent(score.decisions().coverage()));
            cells.add(score.decisions().accuracy().isPresent()
                    ? EvaluationTable.percent(score.decisions().accuracy().getAsDouble())
                    : "–");
            cells.add(EvaluationTable.decimal(calibration.brier()));
            cells.add(EvaluationTable.decimal(calibration.logLoss()));
            cells.add(EvaluationTable.decimal(calibration.calibrationError()));
        } else {
            cells.addAll(List.of("–", "–", "–", "–", "–"));
        }
        cells.add(score.risk().map(risk -> EvaluationTable.decimal(risk.area())).orElse("–"));
        cells.forEach(cell -> out.print("<td>" + cell + "</td>"));
        out.print("</tr>\n");
    }

    private void reliability(SetReport report) {
        out.print("<figure><div class=\"grids\">\n");
        for (RuleScore score : report.rules()) {
            score.calibration().ifPresent(calibration -> out.print("<div>" + PageText.escape(score.rule()) + "<br/>"
                    + reliability(score.rule(), calibration) + "</div>\n"));
        }
        out.print("</div><figcaption>Reliability: accuracy (up) for the probability of the leader (across), in percent."
                + " The area of a point is its share of the items. A point on the dashed line is calibrated, one below"
                + " it is too sure.</figcaption></figure>\n");
    }

    private static String reliability(String rule, ProbabilityReport calibration) {
        PagePlot plot = new PagePlot("Reliability of " + rule + ", ECE "
                + EvaluationTable.decimal(calibration.calibrationError()), SMALL, SMALL,
                PagePlot.Range.ofShares("probability"), PagePlot.Range.ofShares("accuracy"))
                .segment("ideal", 0, 0, 1, 1);
        int all = Math.max(1, calibration.bins().stream().mapToInt(bin -> bin.cases()).sum());
        calibration.bins().stream().filter(bin -> bin.cases() > 0).forEach(bin -> plot.point("dot",
                EvaluationTable.percent(bin.confidence()) + " stated, " + EvaluationTable.percent(bin.accuracy())
                        + " right, " + bin.cases() + " items",
                bin.confidence(), bin.accuracy(), 1.5 + 9 * Math.sqrt((double) bin.cases() / all)));
        return plot.markup();
    }

    private void risk(SetReport report) {
        double highest = report.rules().stream().flatMap(score -> score.risk().stream())
                .flatMap(risk -> risk.points().stream()).mapToDouble(point -> point.risk()).max().orElse(1);
        PagePlot plot = new PagePlot("Risk against coverage of " + report.name(), PLOT_WIDTH, PLOT_HEIGHT,
                PagePlot.Range.ofShares("coverage, percent of the items"),
                new PagePlot.Range("error among them, percent", 0, Math.max(0.05, Math.ceil(highest * 20) / 20)));
        StringBuilder legend = new StringBuilder();
        int style = 0;
        for (RuleScore score : report.rules()) {
            if (score.risk().isPresent()) {
                String name = "s" + style++ % STYLES;
                double[] points = score.risk().get().points().stream()
                        .flatMapToDouble(point -> DoubleStream.of(point.coverage(), point.risk()))
                        .toArray();
                plot.line(name, score.rule(), points);
                legend.append(PagePlot.legendEntry(name, score.rule()));
            }
        }
        out.print("<figure>" + plot.markup() + "<ul class=\"legend\">" + legend + "</ul><figcaption>Risk against"
                + " coverage: the error when a rule answers its most certain items only. Lower is better."
                + "</figcaption></figure>\n");
    }
}
