package dev.waggle.cli.ask;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.evaluation.EvaluationTable;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.review.evaluation.council.CouncilMember;
import dev.waggle.review.evaluation.council.CouncilReport;
import dev.waggle.review.evaluation.council.CouncilScore;
import dev.waggle.review.evaluation.council.SampleScore;
import dev.waggle.signal.text.PlainLocale;

/** Tables and advice on a council for people. */
final class AskTable {

    /** Title of the scores. */
    static final List<String> SCORES = List.of("answer", "accuracy", "to the council", "usd a question");

    /** Title of the members. */
    static final List<
            String> MEMBERS = List.of("without", "council changes by", "most alike", "correlation", "no answer",
                    "outside", "unreadable");

    private final PrintWriter out;
    private final TextStyle style;

    AskTable(PrintWriter out, TextStyle style) {
        this.out = out;
        this.style = style;
    }

    void write(AskOutcome outcome, CouncilReport report, Optional<SampleScore> sampled) {
        paragraph(sizes(outcome));
        notes(outcome).forEach(this::paragraph);
        out.println();
        table(SCORES, scores(report, sampled).stream().map(AskTable::row).toList());
        out.println();
        table(MEMBERS, members(outcome, report));
        out.println();
        CouncilAdvice.lines(report, sampled).forEach(this::paragraph);
        out.println();
    }

    private void paragraph(String text) {
        TextWrap.hanging(text, 2, TerminalWidth.ofText()).forEach(out::println);
    }

    /** Sizes in words. */
    static String sizes(AskOutcome outcome) {
        return outcome.name() + ": " + outcome.questions().size() + " of "
                + MessageText.count(outcome.totals().questions(), "question") + ", "
                + MessageText.count(outcome.models().size(), "model")
                + String.format(PlainLocale.NONE, ", $%.4f spent", outcome.totals().spent());
    }

    /** Sentences about questions and models that are missing. */
    static List<String> notes(AskOutcome outcome) {
        List<String> notes = new ArrayList<>();
        String stop = outcome.totals().stop();
        if (stop != null) {
            notes.add("Not all was asked: " + stop + ".");
        }
        outcome.totals().leftOut().forEach((model, reason) -> notes.add(model + " answered nothing and is left out: "
                + reason.lines().findFirst().orElse("")));
        return notes;
    }

    /** All scores: the members, the council, samples, and the oracle. */
    static List<CouncilScore> scores(CouncilReport report, Optional<SampleScore> sampled) {
        List<CouncilScore> scores = new ArrayList<>(report.singles());
        scores.add(report.council());
        scores.add(report.learned());
        sampled.ifPresent(score -> scores.add(score.sampled()));
        scores.add(report.oracle());
        return scores;
    }

    private static List<String> row(CouncilScore score) {
        return List.of(score.name(), EvaluationTable.accuracy(score.accuracy()),
                EvaluationTable.points(score.toCouncil()), String.format(PlainLocale.NONE, "%.6f", score.cost()));
    }

    /** Cells of each score. */
    static List<List<String>> rows(CouncilReport report, Optional<SampleScore> sampled) {
        return scores(report, sampled).stream().map(AskTable::row).toList();
    }

    /** Cells of each member. */
    static List<List<String>> members(AskOutcome outcome, CouncilReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (int model = 0; model < outcome.models().size(); model++) {
            Optional<CouncilMember> member = report.members().isEmpty()
                    ? Optional.empty()
                    : Optional.of(report.members().get(model));
            rows.add(List.of(outcome.models().get(model),
                    member.map(it -> EvaluationTable.points(it.without())).orElse("-"),
                    member.map(CouncilMember::nearest).orElse("-"),
                    member.map(it -> EvaluationTable.decimal(it.correlation())).orElse("-"),
                    String.valueOf(outcome.count(model, PanelReply.Status.FAILED)),
                    String.valueOf(outcome.count(model, PanelReply.Status.OUTSIDE)),
                    String.valueOf(outcome.count(model, PanelReply.Status.UNREADABLE))));
        }
        return rows;
    }

    private void table(List<String> titles, List<List<String>> rows) {
        List<Column> columns = new ArrayList<>();
        titles.forEach(title -> columns.add(new Column(title, columns.isEmpty() ? Side.LEFT : Side.RIGHT)));
        try (TextTable table = new TextTable(out, style, columns)) {
            rows.forEach(row -> table.row(row.stream().map(Cell::of).toList()));
        }
    }
}
