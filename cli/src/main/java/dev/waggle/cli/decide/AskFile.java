package dev.waggle.cli.decide;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.review.batch.ItemAcceptance;
import dev.waggle.review.batch.ItemDecision;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.dataformat.csv.CsvFactory;

/**
 * File of the items for people, as CSV. Its last column, the right answer, is blank. Filled in, the file is one of truths.
 *
 * <p>Most valuable first: the smallest probability of the leader stands first (least confident, Lewis and Gale 1994). One
 * minus it is the number of errors that an answer is expected to remove. Equal ones keep the order of the votes. An item
 * with a truth needs no person, so it is not in the file.
 */
public final class AskFile {

    private final String itemColumn;
    private final String truthColumn;
    private final List<Row> rows = new ArrayList<>();

    /** A file whose first and last columns have these names. */
    public AskFile(String itemColumn, String truthColumn) {
        this.itemColumn = itemColumn;
        this.truthColumn = truthColumn;
    }

    private record Row(String item, String leader, double confidence, String answers) {}

    /** Adds an item if a person should look at it. */
    public void add(ItemDecision outcome) {
        if (outcome.acceptance() == ItemAcceptance.PERSON && outcome.truth() == null) {
            String leader = outcome.leader();
            rows.add(new Row(outcome.item(), leader == null ? "" : leader, outcome.confidence(),
                    outcome.shares().stream()
                            .filter(share -> share.votes() > 0)
                            .map(share -> share.answer() + " (" + share.votes() + ")")
                            .collect(Collectors.joining("; "))));
        }
    }

    /** Writes the items. */
    public void write(PrintWriter out) {
        rows.sort(Comparator.comparingDouble(Row::confidence));
        try (JsonGenerator csv = CsvFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                .createGenerator(ObjectWriteContext.empty(), out)) {
            csv.writeStartArray();
            write(csv, List.of(itemColumn, "leader", "confidence", "answers", truthColumn));
            for (Row row : rows) {
                write(csv, List.of(row.item(), row.leader(), Double.toString(row.confidence()), row.answers(), ""));
            }
            csv.writeEndArray();
        }
    }

    private static void write(JsonGenerator csv, List<String> cells) {
        csv.writeStartArray();
        cells.forEach(csv::writeString);
        csv.writeEndArray();
    }
}
