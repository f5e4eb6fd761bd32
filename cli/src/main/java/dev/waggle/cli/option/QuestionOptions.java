package dev.waggle.cli.option;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.input.InputText;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.Task;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Question of a solve and its context, as arguments or as texts of files and of the standard input. A text that is no
 * question is the context of the question that a template asks. The size of what was read goes to standard error.
 */
public final class QuestionOptions {

    /** Default limit, in estimated tokens: about 100 KB, which every agent reads in every turn. */
    private static final int MAX_TOKENS = 32_000;

    /** Longest input that can be a question and not its material, in characters: a paragraph. */
    private static final int MAX_PARAGRAPH = 500;

    /** Line that no paragraph has: blank, indented, or with a sign of a diff, of code or of data at its start. */
    private static final Pattern NO_PROSE = Pattern.compile("(?m)^(?:\\s|[-+@{}<#/*\\[]|$)");

    private static final String QUESTION_MARKS = "?\uFF1F\u061F\u037E\u1367";

    @Parameters(arity = "0..1", paramLabel = "QUESTION", description = "question to answer; - reads it from the"
            + " standard input, @FILE from a file")
    private @Nullable String question;

    @Option(names = "--context", paramLabel = "TEXT", description = "background of the question; - or @FILE reads it,"
            + " as for QUESTION, and @@ begins a text with @")
    private @Nullable String context;

    @Option(names = "--context-file", paramLabel = "FILE", description = "a text that agents read as background; - for"
            + " the standard input; repeat for more")
    private List<String> files = new ArrayList<>();

    @Option(names = "--max-context", paramLabel = "TOKENS", description = "maximum of question and background"
            + " together, in estimated tokens; more is refused before it is paid for (default: 32000)")
    private @Nullable Integer maxTokens;

    /** True if a question is given. */
    public boolean hasQuestion() {
        return question != null;
    }

    /** True if a question or a background is given. */
    public boolean isGiven() {
        return question != null || context != null || !files.isEmpty();
    }

    /** The given question, for messages; empty without one. */
    public String question() {
        return question == null ? "" : question;
    }

    /** True if the standard input holds the question or its background. */
    public boolean isFromStandardInput() {
        return standardInputs() > 0;
    }

    /** The files that are read. */
    public List<String> inputs() {
        return Stream.concat(Stream.of(question(), context == null ? "" : context)
                .filter(text -> text.startsWith("@") && !text.startsWith("@@")).map(text -> text.substring(1)),
                files.stream().filter(file -> !file.equals(InputText.STANDARD_INPUT))).toList();
    }

    /**
     * The task with question and context as they are written; no file is read. This is for orders and logs.
     *
     * @param reason the reason that a question is needed, for the message
     */
    public Task written(String reason) {
        if (!files.isEmpty()) {
            throw new UserException("--context-file is for a call of waggle solve", "Send the text as the context.");
        }
        return new Task(required(reason), context, null, null);
    }

    /**
     * The task with the texts of files and of the standard input.
     *
     * @param reason the reason that a question is needed, for the message
     * @param usual the question that the template asks about a material; empty for none
     */
    public Task read(String reason, Optional<String> usual, InputStream in, TerminalScreen screen) {
        if (standardInputs() > 1) {
            throw new UserException("- is named " + standardInputs() + " times, but there is one standard input",
                    "Name files for the others.");
        }
        if (context != null && context.isBlank()) {
            throw new UserException("--context is empty", "Give a text, @FILE or -, or omit it.");
        }
        Optional<InputText> asked = Optional.ofNullable(question)
                .flatMap(text -> source(text, in, screen));
        boolean isMaterial = usual.isPresent() && (question == null
                ? isGiven()
                : asked.filter(text -> !isQuestion(text.content())).isPresent());
        List<InputText> parts = new ArrayList<>(isMaterial ? asked.stream().toList() : List.of());
        String background = context;
        if (background != null) {
            parts.add(source(background, in, screen).orElseGet(() -> new InputText("", literal(background))));
        }
        files.forEach(file -> parts.add(InputText.read(file, in, screen, Task.MAX_CONTEXT)));
        String text = isMaterial
                ? usual.orElseThrow()
                : asked.map(InputText::content).orElseGet(() -> literal(required(reason)));
        Task task = new Task(text, parts.isEmpty() ? null : joined(parts), null, null);
        refuseLong(task, asked.isPresent() && !isMaterial);
        if (asked.isPresent() || parts.stream().anyMatch(part -> !part.name().isEmpty())) {
            report(task, parts.size(), isMaterial, screen);
        }
        return task;
    }

    private int standardInputs() {
        return (int) Stream.concat(Stream.of(question(), context == null ? "" : context), files.stream())
                .filter(InputText.STANDARD_INPUT::equals).count();
    }

    /** The text that an argument names; empty for an argument that is the text. */
    private static Optional<InputText> source(String argument, InputStream in, TerminalScreen screen) {
        if (argument.equals(InputText.STANDARD_INPUT)) {
            return Optional.of(InputText.read(argument, in, screen, Task.MAX_CONTEXT));
        }
        if (!argument.startsWith("@") || argument.startsWith("@@")) {
            return Optional.empty();
        }
        if (argument.equals("@" + InputText.STANDARD_INPUT) || argument.substring(1).isBlank()) {
            throw new UserException(MessageText.quote(argument) + " names no file",
                    "Write - for the standard input, and @@ to begin a text with @.");
        }
        try {
            return Optional.of(InputText.read(argument.substring(1), in, screen, Task.MAX_CONTEXT));
        } catch (UserException refused) {
            throw new UserException(String.valueOf(refused.getMessage()),
                    refused.remedy() + " A text that begins with @ is written with @@.");
        }
    }

    /** An argument without the second of two signs at its start. */
    private static String literal(String argument) {
        return argument.startsWith("@@") ? argument.substring(1) : argument;
    }

    private String required(String reason) {
        String text = question;
        if (text == null || text.isBlank()) {
            throw new UserException("there is no question: " + reason,
                    "Give it as an argument, waggle solve \"...\", or from a pipe: waggle solve -.");
        }
        return text;
    }

    /** One paragraph that ends with a question mark, without the lines of code, diffs or logs. */
    private static boolean isQuestion(String text) {
        String stripped = text.strip();
        return stripped.length() <= MAX_PARAGRAPH && !NO_PROSE.matcher(stripped).find()
                && QUESTION_MARKS.indexOf(stripped.charAt(stripped.length() - 1)) >= 0;
    }

    /** The texts under their names; a single one needs none. */
    private static String joined(List<InputText> parts) {
        if (parts.size() == 1) {
            return parts.getFirst().content();
        }
        return parts.stream()
                .map(part -> part.name().isEmpty() ? part.content() : "=== " + part.name() + "\n" + part.content())
                .collect(Collectors.joining("\n\n"));
    }

    private void refuseLong(Task task, boolean isRead) {
        String background = task.context() == null ? "" : task.context();
        if (task.text().length() > Task.MAX_TEXT) {
            throw new UserException(String.format(PlainLocale.NONE,
                    "the question has %,d characters, more than the %,d that"
                            + " agents read",
                    task.text().length(), Task.MAX_TEXT),
                    isRead
                            ? "Ask in a few words and give the text with --context-file."
                            : "Ask in a few words and give the rest as --context.");
        }
        if (background.length() > Task.MAX_CONTEXT) {
            throw new UserException(
                    String.format(PlainLocale.NONE, "the context has %,d characters, more than the %,d that"
                            + " agents read", background.length(), Task.MAX_CONTEXT),
                    "Give an excerpt, or fewer files.");
        }
        int limit = maxTokens();
        long tokens = tokens(task);
        if (tokens > limit) {
            long bytes = new InputText("", task.text() + background).bytes();
            throw new UserException(String.format(PlainLocale.NONE,
                    "question and context have about %,d tokens (%s), more than the limit of %,d", tokens,
                    InputText.size(bytes), limit),
                    "Give less, or raise the limit with --max-context " + tokens
                            + ": every agent reads all of it in every turn.");
        }
    }

    private int maxTokens() {
        if (maxTokens != null && maxTokens < 1) {
            throw new UserException("--max-context must be at least 1, got " + maxTokens,
                    "Use for example --max-context 64000.");
        }
        return maxTokens == null ? MAX_TOKENS : maxTokens;
    }

    private static long tokens(Task task) {
        return (long) (TokenEstimator.of(task.text())
                + (task.context() == null ? 0 : TokenEstimator.of(task.context())));
    }

    private static void report(Task task, int parts, boolean isMaterial, TerminalScreen screen) {
        long words = Stream.of(task.text().strip().split("\\s+")).count();
        StringBuilder line = new StringBuilder("question: ").append(MessageText.count(words, "word"));
        String background = task.context();
        if (background != null) {
            line.append("; context: ").append(MessageText.count(parts, "text")).append(", ")
                    .append(InputText.size(new InputText("", background).bytes()));
        }
        line.append(String.format(PlainLocale.NONE, ", about %,d tokens", tokens(task)));
        screen.err().println("waggle: " + line);
        if (isMaterial) {
            screen.err().println("waggle: the template asks: " + TextStyle.printable(task.text()));
        }
        screen.err().flush();
    }
}
