package dev.waggle.cli.decide;

import java.io.PrintWriter;

import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.ItemDecision;
import dev.waggle.server.api.run.DecisionJson;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON document with {@code items} and {@code summary}. Items are written as they come, so the summary is last.
 * Unknown values are null.
 */
public final class JsonReport implements DecisionReport {

    private final PrintWriter out;
    private final JsonGenerator json;
    private final long confidencesSetAside;

    /** @param confidencesSetAside the number of confidences that count as not stated, because they were bad */
    public JsonReport(PrintWriter out, long confidencesSetAside) {
        this.out = out;
        this.confidencesSetAside = confidencesSetAside;
        json = JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                .createGenerator(ObjectWriteContext.empty(), out);
        json.writeStartObject();
        json.writeArrayPropertyStart("items");
    }

    @Override
    public void item(ItemDecision outcome) {
        json.writeRaw("\n");
        DecisionJson.item(json, outcome);
    }

    @Override
    public void end(BatchSummary summary) {
        json.writeRaw("\n");
        json.writeEndArray();
        json.writeObjectPropertyStart("summary");
        DecisionJson.summary(json, summary);
        json.writeNumberProperty("confidencesSetAside", confidencesSetAside);
        json.writeEndObject();
        json.writeEndObject();
        json.close();
        out.println();
    }
}
