package dev.waggle.cli.ask;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.decide.RecordColumn;
import dev.waggle.cli.decide.RecordColumn.Need;
import dev.waggle.cli.decide.RecordFile;
import dev.waggle.cli.decide.RecordReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;

/**
 * File of questions: CSV or JSON lines with the columns {@code id} or {@code item}, {@code question}, {@code truth}, and
 * maybe {@code category}. Options stand in one column, {@code options}, with bars between, or in columns {@code A},
 * {@code B} and so on. Without options an answer is free text.
 */
final class QuestionFile {

    /** Number of options that letters can name. */
    static final int MAX_OPTIONS = 26;

    /** Maximum number of questions of a file. */
    private static final int MAX_QUESTIONS = 100_000;

    private static final int ID = 0;
    private static final int TEXT = 1;
    private static final int TRUTH = 2;
    private static final int CATEGORY = 3;
    private static final int OPTIONS = 4;
    private static final int FIRST_OPTION = 5;

    private QuestionFile() {}

    private static List<RecordColumn> columns() {
        List<RecordColumn> columns = new ArrayList<>(List.of(
                new RecordColumn("id", "id", List.of("id", "item"), Need.VALUE),
                new RecordColumn("question", "question", List.of("question", "text"), Need.VALUE),
                new RecordColumn("truth", "truth", List.of("truth", "gold"), Need.VALUE),
                new RecordColumn("category", "category", List.of("category"), Need.NOTHING),
                new RecordColumn("options", "options", List.of("options", "choices"), Need.NOTHING)));
        for (int option = 0; option < MAX_OPTIONS; option++) {
            String letter = PanelQuestion.letter(option);
            columns.add(new RecordColumn("option " + letter, letter, List.of(letter, letter.toLowerCase(Locale.ROOT)),
                    Need.NOTHING));
        }
        return columns;
    }

    /** Reads the questions of a file in their order; "-" is the standard input. */
    static List<PanelQuestion> read(String path, InputStream in, TerminalScreen screen) {
        List<PanelQuestion> questions = new ArrayList<>();
        Map<String, String> places = new HashMap<>();
        try (RecordReader rows = RecordFile.open(path, columns(), in, screen)) {
            while (rows.next()) {
                PanelQuestion question = question(rows);
                String earlier = places.putIfAbsent(question.id(), rows.location());
                if (earlier != null) {
                    throw new UserException(rows.location() + ": there is a question "
                            + MessageText.quote(question.id()) + " already, in " + earlier,
                            "Give each question an id of its own.");
                }
                if (questions.size() == MAX_QUESTIONS) {
                    throw new UserException(path + " has more than " + MAX_QUESTIONS + " questions",
                            "Ask them in several files.");
                }
                questions.add(question);
            }
        }
        if (questions.isEmpty()) {
            throw new UserException(path + " names columns but holds no questions", "Add a line for each question.");
        }
        return List.copyOf(questions);
    }

    private static PanelQuestion question(RecordReader row) {
        List<String> options = options(row);
        String truth = options.isEmpty() ? row.name(TRUTH) : optionOf(row, options);
        return new PanelQuestion(row.name(ID), row.name(TEXT), options, truth, row.text(CATEGORY));
    }

    private static List<String> options(RecordReader row) {
        List<String> options = new ArrayList<>();
        if (!row.text(OPTIONS).isEmpty()) {
            Arrays.stream(row.text(OPTIONS).split("\\|", -1)).map(String::strip).forEach(options::add);
        }
        for (int option = 0; option < MAX_OPTIONS; option++) {
            String text = row.text(FIRST_OPTION + option);
            if (!text.isEmpty() && options.size() != option) {
                throw new UserException(row.location() + ": option " + PanelQuestion.letter(option) + " stands "
                        + (options.size() < option ? "behind a blank one" : "beside the column of options"),
                        "Fill the columns from A on, or use the column options.");
            }
            if (!text.isEmpty()) {
                options.add(text);
            }
        }
        requireDistinct(row, options);
        return options;
    }

    private static void requireDistinct(RecordReader row, List<String> options) {
        Set<String> known = new HashSet<>();
        for (String option : options) {
            if (option.isEmpty() || !known.add(PanelReplyReader.folded(option))) {
                throw new UserException(row.location() + ": the option " + MessageText.quote(option)
                        + (option.isEmpty() ? " is blank" : " is there twice"), "Keep each option once.");
            }
        }
        if (options.size() == 1 || options.size() > MAX_OPTIONS) {
            throw new UserException(row.location() + ": a question must have 2 to " + MAX_OPTIONS + " options, got "
                    + options.size(), "Separate options by bars: yes|no. Omit them for free text.");
        }
    }

    /** The option that the truth names, by its text or by its letter. */
    private static String optionOf(RecordReader row, List<String> options) {
        String truth = row.name(TRUTH);
        return PanelReplyReader.optionOfTruth(truth, options)
                .orElseThrow(() -> new UserException(row.location() + ": the truth "
                        + MessageText.quote(truth) + " is none of the options " + MessageText.list(options),
                        "Write the text of an option, or its letter."));
    }
}
