package dev.waggle.cli.evaluation;

import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.report.EffortCurve;
import dev.waggle.review.evaluation.report.LearnedEffort;
import dev.waggle.review.evaluation.report.ProbabilityReport;
import dev.waggle.review.evaluation.report.ReliabilityBin;
import dev.waggle.review.evaluation.report.RiskCoverage;
import dev.waggle.review.evaluation.report.RuleScore;
import dev.waggle.review.evaluation.report.SetReport;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** One JSON document with {@code plan} and {@code sets}. A value that does not exist is null. */
public final class EvaluationJson {

    private final PrintWriter out;
    private final JsonGenerator json;

    public EvaluationJson(PrintWriter out) {
        this.out = out;
        json = JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                .createGenerator(ObjectWriteContext.empty(), out);
    }

    /** Writes the document. */
    public void write(EvaluationPlan plan, List<SetReport> reports) {
        write(plan, reports, _ -> {
        });
    }

    /** Writes the document with further properties before the others. */
    public void write(EvaluationPlan plan, List<SetReport> reports, Consumer<JsonGenerator> lead) {
        json.writeStartObject();
        lead.accept(json);
        json.writeObjectPropertyStart("plan");
        json.writeNumberProperty("threshold", plan.decision().threshold());
        json.writeNumberProperty("minVoters", plan.decision().minVoters());
        if (plan.seed().isPresent()) {
            json.writeNumberProperty("seed", plan.seed().getAsLong());
        } else {
            json.writeNullProperty("seed");
        }
        json.writeNumberProperty("train", plan.trainShare());
        json.writeNumberProperty("repeats", plan.repeats());
        json.writeEndObject();
        json.writeArrayPropertyStart("sets");
        reports.forEach(this::set);
        json.writeEndArray();
        json.writeEndObject();
        json.close();
        out.println();
    }

    private void set(SetReport report) {
        json.writeRaw("\n");
        json.writeStartObject();
        json.writeStringProperty("set", report.name());
        json.writeNumberProperty("items", report.counts().items());
        json.writeNumberProperty("truths", report.counts().known());
        json.writeNumberProperty("predicted", report.counts().predicted());
        json.writeNumberProperty("agents", report.counts().agents());
        json.writeNumberProperty("votes", report.counts().ballots());
        json.writeNumberProperty("answers", report.counts().answers());
        json.writeArrayPropertyStart("rules");
        report.rules().forEach(this::rule);
        json.writeEndArray();
        if (report.effort().isPresent()) {
            effort(report.effort().get());
        } else {
            json.writeNullProperty("effort");
        }
        if (report.learnedEffort().isPresent()) {
            learnedEffort(report.learnedEffort().get());
        } else {
            json.writeNullProperty("learnedEffort");
        }
        json.writeEndObject();
    }

    private void rule(RuleScore score) {
        json.writeRaw("\n");
        json.writeStartObject();
        json.writeStringProperty("rule", score.rule());
        json.writeNumberProperty("accuracy", score.accuracy().accuracy());
        interval("accuracyInterval", score.accuracy().low(), score.accuracy().high());
        json.writeNumberProperty("difference", score.difference().difference());
        interval("differenceInterval", score.difference().low(), score.difference().high());
        json.writeNumberProperty("better", score.difference().better());
        json.writeNumberProperty("worse", score.difference().worse());
        if (score.calibration().isPresent()) {
            json.writeNumberProperty("coverage", score.decisions().coverage());
            number("accuracyOfDecided", score.decisions().accuracy());
            calibration(score.calibration().get());
        } else {
            for (String name : List.of("coverage", "accuracyOfDecided", "brier", "logLoss", "ece", "reliability")) {
                json.writeNullProperty(name);
            }
        }
        if (score.risk().isPresent()) {
            risk(score.risk().get());
        } else {
            json.writeNullProperty("aurc");
            json.writeNullProperty("riskCoverage");
        }
        json.writeEndObject();
    }

    private void calibration(ProbabilityReport calibration) {
        json.writeNumberProperty("brier", calibration.brier());
        json.writeNumberProperty("logLoss", calibration.logLoss());
        json.writeNumberProperty("ece", calibration.calibrationError());
        json.writeArrayPropertyStart("reliability");
        for (ReliabilityBin bin : calibration.bins()) {
            json.writeStartObject();
            json.writeNumberProperty("low", bin.low());
            json.writeNumberProperty("high", bin.high());
            json.writeNumberProperty("items", bin.cases());
            number("confidence", bin.cases() == 0 ? OptionalDouble.empty() : OptionalDouble.of(bin.confidence()));
            number("accuracy", bin.cases() == 0 ? OptionalDouble.empty() : OptionalDouble.of(bin.accuracy()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void risk(RiskCoverage risk) {
        json.writeNumberProperty("aurc", risk.area());
        json.writeArrayPropertyStart("riskCoverage");
        for (RiskCoverage.Point point : risk.points()) {
            json.writeStartObject();
            json.writeNumberProperty("coverage", point.coverage());
            json.writeNumberProperty("risk", point.risk());
            json.writeNumberProperty("confidence", point.confidence());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void effort(EffortCurve effort) {
        json.writeObjectPropertyStart("effort");
        json.writeNumberProperty("calls", effort.calls());
        points("strongestFirst", effort.strongestFirst());
        points("fileOrder", effort.fileOrder());
        json.writeNumberProperty("earlyStop", effort.earlyStop().share());
        json.writeNumberProperty("earlyStopInFileOrder", effort.earlyStopInFileOrder().share());
        json.writeEndObject();
    }

    private void learnedEffort(LearnedEffort effort) {
        json.writeObjectPropertyStart("learnedEffort");
        json.writeNumberProperty("calls", effort.calls());
        json.writeArrayPropertyStart("budgets");
        for (LearnedEffort.Point point : effort.points()) {
            json.writeStartObject();
            json.writeNumberProperty("budget", point.budget());
            json.writeNumberProperty("calls", point.share());
            json.writeNumberProperty("accuracy", point.accuracy());
            json.writeNumberProperty("difference", point.difference().difference());
            interval("differenceInterval", point.difference().low(), point.difference().high());
            json.writeNumberProperty("ece", point.calibrationError());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void points(String name, List<EffortCurve.Point> points) {
        json.writeArrayPropertyStart(name);
        for (EffortCurve.Point point : points) {
            json.writeStartObject();
            json.writeNumberProperty("agents", point.agents());
            json.writeNumberProperty("calls", point.share());
            json.writeNumberProperty("accuracy", point.accuracy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void interval(String name, double low, double high) {
        json.writeArrayPropertyStart(name);
        json.writeNumber(low);
        json.writeNumber(high);
        json.writeEndArray();
    }

    private void number(String name, OptionalDouble value) {
        if (value.isPresent()) {
            json.writeNumberProperty(name, value.getAsDouble());
        } else {
            json.writeNullProperty(name);
        }
    }
}
