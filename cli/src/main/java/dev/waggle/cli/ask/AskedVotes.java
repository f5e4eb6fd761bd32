package dev.waggle.cli.ask;

import java.io.PrintWriter;
import java.util.List;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.dataformat.csv.CsvFactory;

/** The answers of a council as votes, which {@code waggle eval} and {@code waggle decide} read. */
final class AskedVotes {

    private static final List<String> COLUMNS = List.of("item", "agent", "answer", "confidence", "truth", "cost",
            "category");

    private AskedVotes() {}

    /** Writes CSV with a row for each question and model; a call without an answer has a blank one. */
    static void write(PrintWriter out, AskOutcome outcome) {
        JsonGenerator csv = CsvFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                .createGenerator(ObjectWriteContext.empty(), out);
        csv.writeStartArray();
        row(csv, COLUMNS);
        for (int i = 0; i < outcome.questions().size(); i++) {
            PanelQuestion question = outcome.questions().get(i);
            for (int model = 0; model < outcome.models().size(); model++) {
                AskedAnswer answer = outcome.answers().get(i).get(model);
                double confidence = answer.reply().confidence();
                row(csv, List.of(question.id(), outcome.models().get(model), answer.reply().answer(),
                        Double.isNaN(confidence) ? "" : Double.toString(confidence), question.truth(),
                        Double.toString(answer.usd()), question.category()));
            }
        }
        csv.writeEndArray();
        csv.close();
    }

    private static void row(JsonGenerator csv, List<String> cells) {
        csv.writeStartArray();
        cells.forEach(csv::writeString);
        csv.writeEndArray();
    }
}
