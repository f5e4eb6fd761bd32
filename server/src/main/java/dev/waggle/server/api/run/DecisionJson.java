package dev.waggle.server.api.run;

import java.util.OptionalDouble;

import dev.waggle.review.batch.AcceptanceSummary;
import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.CalibrationScore.Scores;
import dev.waggle.review.batch.EffortSummary;
import dev.waggle.review.batch.ItemAcceptance;
import dev.waggle.review.batch.ItemDecision;
import dev.waggle.review.batch.ItemDecision.Share;
import dev.waggle.review.batch.LearnedPanel;
import dev.waggle.review.batch.LearnedPanel.AgentReliability;
import tools.jackson.core.JsonGenerator;

/** Decisions on items and their summary as JSON, written without holding them. Unknown values are null. */
public final class DecisionJson {

    private final JsonGenerator json;

    private DecisionJson(JsonGenerator json) {
        this.json = json;
    }

    /** Writes one item as an object. */
    public static void item(JsonGenerator json, ItemDecision outcome) {
        json.writeStartObject();
        json.writeStringProperty("item", outcome.item());
        json.writeBooleanProperty("decided", outcome.decided());
        json.writeStringProperty("decision", outcome.decision());
        json.writeStringProperty("leader", outcome.leader());
        json.writeNumberProperty("confidence", outcome.confidence());
        json.writeStringProperty("confidenceBasis", outcome.estimate().basisInWords());
        json.writeArrayPropertyStart("confidenceInterval");
        json.writeNumber(outcome.estimate().low());
        json.writeNumber(outcome.estimate().high());
        json.writeEndArray();
        json.writeNumberProperty("agreement", outcome.agreement());
        json.writeNumberProperty("votes", outcome.votes());
        json.writeNumberProperty("dissent", outcome.dissent());
        json.writeArrayPropertyStart("answers");
        for (Share share : outcome.shares()) {
            json.writeStartObject();
            json.writeStringProperty("answer", share.answer());
            json.writeNumberProperty("votes", share.votes());
            json.writeNumberProperty("share", share.share());
            json.writeNumberProperty("figure", share.figure());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringProperty("truth", outcome.truth());
        if (outcome.correct() == null) {
            json.writeNullProperty("correct");
        } else {
            json.writeBooleanProperty("correct", outcome.correct());
        }
        if (outcome.acceptance() != ItemAcceptance.OPEN) {
            json.writeStringProperty("acceptance", acceptance(outcome.acceptance()));
        }
        json.writeEndObject();
    }

    /** Writes the fields of a summary into the open object. */
    public static void summary(JsonGenerator json, BatchSummary summary) {
        new DecisionJson(json).fields(summary);
    }

    private static String acceptance(ItemAcceptance acceptance) {
        return switch (acceptance) {
            case OPEN -> "";
            case ACCEPTED -> "accepted";
            case PERSON -> "person";
        };
    }

    private void fields(BatchSummary summary) {
        json.writeStringProperty("strategy", summary.rule().strategy());
        json.writeNumberProperty("threshold", summary.rule().threshold());
        json.writeNumberProperty("minVoters", summary.rule().minVoters());
        counts(summary.counts());
        json.writeNumberProperty("decided", summary.decided());
        json.writeNumberProperty("coverage", summary.coverage());
        json.writeNumberProperty("outcomes", summary.outcomes());
        if (summary.panel() != null) {
            panel(summary.panel());
        }
        if (summary.quality() == null) {
            json.writeNullProperty("truth");
        } else {
            quality(summary.quality());
        }
        if (summary.effort() != null) {
            effort(summary.effort());
        }
        if (summary.acceptance() != null) {
            acceptance(summary.acceptance());
        }
    }

    private void counts(BatchSummary.Counts counts) {
        json.writeNumberProperty("rows", counts.rows());
        json.writeNumberProperty("items", counts.items());
        json.writeNumberProperty("agents", counts.agents());
        json.writeNumberProperty("votes", counts.votes());
        json.writeNumberProperty("duplicates", counts.duplicates());
        json.writeNumberProperty("replaced", counts.replaced());
        json.writeNumberProperty("abstentions", counts.abstentions());
        json.writeNumberProperty("otherAgents", counts.others());
    }

    private void panel(LearnedPanel panel) {
        json.writeObjectPropertyStart("learned");
        json.writeStringProperty("model", panel.model().id());
        json.writeNumberProperty("rounds", panel.rounds());
        json.writeNumberProperty("votes", panel.votes());
        json.writeNumberProperty("truths", panel.truths());
        json.writeNumberProperty("largestConfidence", panel.largest());
        json.writeArrayPropertyStart("agents");
        for (AgentReliability agent : panel.agents()) {
            json.writeStartObject();
            json.writeStringProperty("agent", agent.agent());
            json.writeNumberProperty("votes", agent.votes());
            json.writeNumberProperty("reliability", agent.reliability());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void quality(BatchSummary.Quality quality) {
        json.writeObjectPropertyStart("truth");
        json.writeNumberProperty("items", quality.known());
        json.writeNumberProperty("withoutVotes", quality.withoutVotes());
        scores("decided", quality.decided(), quality.decided().accuracy());
        scores("leaders", quality.leaders(), quality.leaderAccuracy());
        json.writeObjectPropertyStart("majority");
        json.writeNumberProperty("correct", quality.majorityCorrect());
        number("accuracy", quality.majorityAccuracy());
        json.writeNumberProperty("ties", quality.majorityTies());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void effort(EffortSummary effort) {
        json.writeObjectPropertyStart("effort");
        number("budget", effort.budget());
        json.writeNumberProperty("answers", effort.answers());
        json.writeNumberProperty("asked", effort.asked());
        json.writeNumberProperty("pluralityAsked", effort.untilFixed());
        json.writeEndObject();
    }

    private void acceptance(AcceptanceSummary acceptance) {
        json.writeObjectPropertyStart("acceptance");
        json.writeNumberProperty("error", acceptance.error());
        json.writeNumberProperty("outcomes", acceptance.outcomes());
        json.writeNumberProperty("outcomesNeeded", acceptance.outcomesNeeded());
        number("threshold", acceptance.threshold());
        json.writeNumberProperty("accepted", acceptance.accepted());
        json.writeNumberProperty("person", acceptance.people());
        json.writeObjectPropertyStart("known");
        json.writeNumberProperty("items", acceptance.known().items());
        json.writeNumberProperty("accepted", acceptance.known().accepted());
        json.writeNumberProperty("wrong", acceptance.known().wrong());
        number("error", acceptance.known().error());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void scores(String name, Scores scores, OptionalDouble accuracy) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("items", scores.cases());
        json.writeNumberProperty("correct", scores.correct());
        number("accuracy", accuracy);
        number("brier", scores.brier());
        number("calibrationError", scores.calibrationError());
        json.writeEndObject();
    }

    private void number(String name, OptionalDouble value) {
        if (value.isPresent()) {
            json.writeNumberProperty(name, value.getAsDouble());
        } else {
            json.writeNullProperty(name);
        }
    }
}
