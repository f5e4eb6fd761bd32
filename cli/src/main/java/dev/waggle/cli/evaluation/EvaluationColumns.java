package dev.waggle.cli.evaluation;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.decide.RecordColumn;
import dev.waggle.cli.decide.RecordColumn.Need;
import org.jspecify.annotations.Nullable;

/**
 * Columns of the files of a set.
 *
 * @param item item of a ballot
 * @param agent agent of a ballot
 * @param answer answer of a ballot
 * @param confidences stated confidences, each a kind
 * @param truth right answer beside the ballots
 * @param category category beside the ballots
 * @param truthItem item in a file of truths
 * @param truthAnswer right answer in a file of truths
 */
public record EvaluationColumns(RecordColumn item, RecordColumn agent, RecordColumn answer,
        List<RecordColumn> confidences, RecordColumn truth, RecordColumn category, RecordColumn truthItem,
        RecordColumn truthAnswer) {

    /** Usual names of stated confidences, in the order of their kinds. */
    private static final List<String> USUAL_CONFIDENCES = List.of("confidence", "verbal", "logit", "linguistic");

    public EvaluationColumns {
        confidences = List.copyOf(confidences);
    }

    /** Names that a user gave to columns; {@code null} where the usual names hold. */
    public record Choice(@Nullable String item, @Nullable String agent, @Nullable String answer,
            List<String> confidences, @Nullable String truth, @Nullable String category) {

        public Choice {
            confidences = List.copyOf(confidences);
        }
    }

    /** Names of a file of truths that a user gave; {@code null} where the usual names hold. */
    public record TruthChoice(@Nullable String item, @Nullable String answer) {}

    /** The columns with the usual names. */
    public static EvaluationColumns usual() {
        return of(new Choice(null, null, null, List.of(), null, null), new TruthChoice(null, null));
    }

    /** The columns with these names, and with the usual ones where none is given. */
    public static EvaluationColumns of(Choice choice, TruthChoice truths) {
        String item = choice.item();
        List<String> truthItems = item == null ? List.of("item") : List.of(item, "item");
        return new EvaluationColumns(new RecordColumn("item", "--item", names(item, "item"), Need.VALUE),
                new RecordColumn("agent", "--agent", names(choice.agent(), "agent", "worker"), Need.VALUE),
                new RecordColumn("answer", "--answer", names(choice.answer(), "answer", "label"), Need.COLUMN),
                confidences(choice.confidences()),
                new RecordColumn("truth", "--truth-column", names(choice.truth(), "truth", "gold"),
                        choice.truth() == null ? Need.NOTHING : Need.COLUMN),
                new RecordColumn("category", "--category", names(choice.category(), "category"), Need.NOTHING),
                new RecordColumn("item", "--truth-item",
                        truths.item() == null ? truthItems : List.of(truths.item()), Need.VALUE),
                new RecordColumn("truth", "--truth-answer", names(truths.answer(), "truth", "gold"), Need.COLUMN));
    }

    private static List<RecordColumn> confidences(List<String> chosen) {
        List<RecordColumn> columns = new ArrayList<>();
        for (String name : chosen.isEmpty() ? USUAL_CONFIDENCES : chosen) {
            columns.add(new RecordColumn("confidence", "--confidence", List.of(name),
                    chosen.isEmpty() ? Need.NOTHING : Need.COLUMN));
        }
        return columns;
    }

    private static List<String> names(@Nullable String choice, String... usual) {
        return choice == null ? List.of(usual) : List.of(choice);
    }

    /** Names of the kinds of confidences. */
    List<String> kinds() {
        return confidences.stream().map(column -> column.names().getFirst()).toList();
    }

    /** Columns of a file of ballots: item, agent, answer, truth, category, then the confidences. */
    List<RecordColumn> ofBallots() {
        List<RecordColumn> columns = new ArrayList<>(List.of(item, agent, answer, truth, category));
        columns.addAll(confidences);
        return columns;
    }

    /** Columns of a file of truths: item, truth, category. */
    List<RecordColumn> ofTruths() {
        return List.of(truthItem, truthAnswer, category);
    }
}
