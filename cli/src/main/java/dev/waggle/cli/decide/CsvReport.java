package dev.waggle.cli.decide;

import java.io.PrintWriter;
import java.util.Arrays;
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
    private final boolean splits;

    /**
     * A report to that writer.
     *
     * @param splits whether it has a column of the acceptance
     */
    public CsvReport(PrintWriter out, boolean splits) {
        this.splits = splits;
        csv = CsvFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                .createGenerator(ObjectWriteContext.empty(), out);
        csv.writeStartArray();
        row(splits ? withLast(COLUMNS, "acceptance") : COLUMNS);
    }

    @Override
    public void item(ItemDecision outcome) {
        @Nullable String[] cells = {outcome.item(), String.valueOf(outcome.decided()), outcome.decision(), outcome.leader(),
            Double.toString(outcome.confidence()), Integer.toString(outcome.votes()),
            Integer.toString(outcome.dissent()), outcome.truth(),
            outcome.correct() == null ? null : outcome.correct().toString(), Double.toString(outcome.agreement()),
            outcome.estimate().basisInWords()};
        row(splits ? withLast(cells, AcceptanceText.of(outcome.acceptance())) : cells);
    }

    @Override
    public void end(BatchSummary summary) {
        csv.writeEndArray();
        csv.close();
    }

    private static @Nullable String[] withLast(@Nullable String[] cells, String last) {
        @Nullable String[] longer = Arrays.copyOf(cells, cells.length + 1);
        longer[cells.length] = last;
        return longer;
    }

    private void row(@Nullable String... cells) {
        csv.writeStartArray();
        for (String cell : cells) {
            csv.writeString(Objects.requireNonNullElse(cell, ""));
        }
        csv.writeEndArray();
    }
}
