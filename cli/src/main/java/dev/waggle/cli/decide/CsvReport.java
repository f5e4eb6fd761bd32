package dev.waggle.cli.decide;

import java.io.PrintWriter;
import java.util.Objects;

import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.ItemDecision;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.dataformat.csv.CsvFactory;

/** One row an item, for programs; the summary is left out. Unknown and undecided cells are empty. */
public final class CsvReport implements DecisionReport {

    private static final String[] COLUMNS = {"item", "decided", "decision", "leader", "confidence", "votes", "dissent",
        "truth", "correct", "agreement", "confidenceBasis"};

    private final JsonGenerator csv;

    public CsvReport(PrintWriter out) {
        csv = CsvFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                .createGenerator(ObjectWriteContext.empty(), out);
        csv.writeStartArray();
        row(COLUMNS);
    }

    @Override
    public void item(ItemDecision outcome) {
        row(outcome.item(), String.valueOf(outcome.decided()), outcome.decision(), outcome.leader(),
                Double.toString(outcome.confidence()), Integer.toString(outcome.votes()),
                Integer.toString(outcome.dissent()), outcome.truth(),
                outcome.correct() == null ? null : outcome.correct().toString(), Double.toString(outcome.agreement()),
                outcome.estimate().basisInWords());
    }

    @Override
    public void end(BatchSummary summary) {
        csv.writeEndArray();
        csv.close();
    }

    private void row(@Nullable String... cells) {
        csv.writeStartArray();
        for (String cell : cells) {
            csv.writeString(Objects.requireNonNullElse(cell, ""));
        }
        csv.writeEndArray();
    }
}
