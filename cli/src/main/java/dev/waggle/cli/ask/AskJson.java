package dev.waggle.cli.ask;

import java.util.Optional;

import dev.waggle.review.evaluation.council.CouncilMember;
import dev.waggle.review.evaluation.council.CouncilReport;
import dev.waggle.review.evaluation.council.CouncilScore;
import dev.waggle.review.evaluation.council.CouncilSubset;
import dev.waggle.review.evaluation.council.SampleScore;
import dev.waggle.review.evaluation.report.PairedDifference;
import tools.jackson.core.JsonGenerator;

/** Property {@code ask} in the document of an evaluation: scores, members, the cheapest subset and the advice. */
final class AskJson {

    private final JsonGenerator json;

    AskJson(JsonGenerator json) {
        this.json = json;
    }

    void write(AskOutcome outcome, CouncilReport report, Optional<SampleScore> sampled) {
        json.writeObjectPropertyStart("ask");
        json.writeStringProperty("file", outcome.name());
        json.writeNumberProperty("questions", outcome.totals().questions());
        json.writeNumberProperty("asked", report.items());
        json.writeNumberProperty("spentUsd", outcome.totals().spent());
        String stop = outcome.totals().stop();
        if (stop == null) {
            json.writeNullProperty("stop");
        } else {
            json.writeStringProperty("stop", stop);
        }
        json.writeObjectPropertyStart("leftOut");
        outcome.totals().leftOut().forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeArrayPropertyStart("scores");
        AskTable.scores(report, sampled).forEach(this::score);
        json.writeEndArray();
        json.writeStringProperty("best", report.best().name());
        difference("councilToBest", report.toBest());
        difference("learnedToBest", report.learnedToBest());
        samples(sampled);
        json.writeArrayPropertyStart("members");
        report.members().forEach(this::member);
        json.writeEndArray();
        cheapest(report.cheapest());
        json.writeArrayPropertyStart("advice");
        CouncilAdvice.lines(report, sampled).forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void score(CouncilScore score) {
        json.writeStartObject();
        json.writeStringProperty("answer", score.name());
        json.writeNumberProperty("accuracy", score.accuracy().accuracy());
        interval("accuracyInterval", score.accuracy().low(), score.accuracy().high());
        difference("toCouncil", score.toCouncil());
        json.writeNumberProperty("usd", score.cost());
        json.writeEndObject();
    }

    private void samples(Optional<SampleScore> sampled) {
        if (sampled.isEmpty()) {
            json.writeNullProperty("samples");
            return;
        }
        SampleScore score = sampled.get();
        json.writeObjectPropertyStart("samples");
        json.writeStringProperty("model", score.model());
        json.writeNumberProperty("samples", score.samples());
        json.writeNumberProperty("questions", score.items());
        json.writeNumberProperty("councilAccuracy", score.council().accuracy());
        json.writeNumberProperty("councilUsd", score.councilCost());
        json.writeNumberProperty("usd", score.sampled().cost());
        json.writeEndObject();
    }

    private void member(CouncilMember member) {
        json.writeStartObject();
        json.writeStringProperty("model", member.name());
        difference("without", member.without());
        json.writeStringProperty("nearest", member.nearest());
        json.writeNumberProperty("correlation", member.correlation());
        json.writeEndObject();
    }

    private void cheapest(CouncilSubset cheapest) {
        json.writeObjectPropertyStart("cheapest");
        json.writeArrayPropertyStart("models");
        cheapest.members().forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("accuracy", cheapest.accuracy().accuracy());
        difference("toCouncil", cheapest.toCouncil());
        json.writeNumberProperty("usd", cheapest.cost());
        json.writeEndObject();
    }

    private void difference(String name, PairedDifference difference) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("difference", difference.difference());
        interval("interval", difference.low(), difference.high());
        json.writeNumberProperty("better", difference.better());
        json.writeNumberProperty("worse", difference.worse());
        json.writeEndObject();
    }

    private void interval(String name, double low, double high) {
        json.writeArrayPropertyStart(name);
        json.writeNumber(low);
        json.writeNumber(high);
        json.writeEndArray();
    }
}
