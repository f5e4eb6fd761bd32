package dev.waggle.cli;

import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.server.folder.FolderConflictException;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.text.Suggestions;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reporter of errors: one line for people, or one JSON object with {@code --json}. */
final class FailureReporter {

    private static final int USER = 2;
    private static final int OURS = 1;

    /** Longest problem or remedy that is shown: a refused value may be as long as a file. */
    private static final int MAX_LINE = 2_000;

    /** Shortest beginning of a name that suggests the whole of it. */
    private static final int MIN_BEGINNING = 4;

    private final TerminalScreen screen;
    private final boolean json;

    FailureReporter(TerminalScreen screen, String[] args) {
        this.screen = screen;
        this.json = Arrays.asList(args).contains("--json");
    }

    int ofParameters(ParameterException wrong, String[] args) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        String remedy = suggestion(wrong).map(name -> "Maybe " + name + "?").orElse("See " + command + " --help.");
        return show(ParameterProblem.of(wrong), remedy, USER);
    }

    /** The option or subcommand that is nearest to an unknown one; empty if none is near. */
    private static Optional<String> suggestion(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched) || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        CommandSpec spec = wrong.getCommandLine().getCommandSpec();
        List<String> words = unmatched.getUnmatched();
        if (ParameterProblem.isOfCommand(unmatched)) {
            return nearest(words.getFirst(), spec.subcommands().keySet());
        }
        Optional<String> option = words.stream().filter(word -> word.startsWith("-")).findFirst();
        if (option.isEmpty()) {
            return Optional.empty();
        }
        String written = option.get();
        int equals = written.indexOf('=');
        List<String> options = spec.options().stream().filter(each -> !each.hidden())
                .map(OptionSpec::longestName).toList();
        return nearest(equals < 0 ? written : written.substring(0, equals), options);
    }

    /** The only name that begins like that, or the nearest one. */
    private static Optional<String> nearest(String written, Collection<String> known) {
        List<String> longer = known.stream()
                .filter(name -> written.length() >= MIN_BEGINNING && name.startsWith(written)).toList();
        return longer.size() == 1
                ? Optional.of(longer.getFirst())
                : Suggestions.nearest(written, known, Suggestions.Tolerance.THIRD);
    }

    int ofExecution(Exception failure, CommandLine line, ParseResult parsed) {
        return switch (failure) {
            case UserException error -> ofUser(error, line);
            case SetupException refused -> ofUser(UserException.of(refused), line);
            case ExecutionException wrapped when wrapped.getCause() instanceof Error fatal -> ofError(fatal);
            case FolderConflictException held -> ofUser(UserException.of(held), line);
            case UncheckedIOException io -> ofFile(String.valueOf(io.getMessage()));
            default -> show(failure + location(failure), "This is a fault of Waggle, please report it.", OURS);
        };
    }

    /** Reports an error of the virtual machine. */
    int ofError(Error fatal) {
        return switch (fatal) {
            case OutOfMemoryError full -> show("there is not enough memory (" + full.getMessage() + ")",
                    "Give it less at once, or more memory: JAVA_TOOL_OPTIONS=-Xmx2g.", OURS);
            case StackOverflowError _ -> show("the input is nested too deeply" + location(fatal),
                    "Simplify it, or report this as a fault of Waggle.", OURS);
            default -> show(fatal + location(fatal), "This is a fault of Waggle, please report it.", OURS);
        };
    }

    /** One line for each of several errors, or one JSON object for all. */
    private int ofUser(UserException error, CommandLine line) {
        String help = "See " + line.getCommandSpec().qualifiedName() + " --help.";
        for (UserException part : json ? List.of(error) : error.parts()) {
            show(String.valueOf(part.getMessage()), part.remedy().replace(UserException.SEE_HELP, help), USER);
        }
        return USER;
    }

    /** Reports an error of a file; a second line of the message is the remedy. */
    private int ofFile(String message) {
        int line = message.indexOf('\n');
        return line < 0
                ? show(message, "Check that the file can be read or written.", USER)
                : show(message.substring(0, line), message.substring(line + 1), USER);
    }

    private int show(String problem, String remedy, int code) {
        String one = line(problem);
        if (json) {
            screen.out().println(JsonText.write(new JsonObjectBuilder().with("error",
                    new JsonObjectBuilder().with("message", one).with("remedy", remedy).with("exitCode", code).json())
                    .json()));
        } else {
            screen.err().println(screen.style().paint(Ink.RED, "waggle: ") + one + " - " + line(remedy));
        }
        return code;
    }

    /** One safe line. It names the refused value, which may hold anything. */
    private static String line(String text) {
        String safe = TextStyle.printable(text.replaceAll("\\s*\\R\\s*", " "));
        return safe.length() <= MAX_LINE ? safe : safe.substring(0, MAX_LINE - 1) + "…";
    }

    private static String location(Throwable failure) {
        return Arrays.stream(failure.getStackTrace()).findFirst().map(frame -> " at " + frame).orElse("");
    }
}
