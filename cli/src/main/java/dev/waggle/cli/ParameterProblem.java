package dev.waggle.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Problem of a command line in the words of its user. The parser names types of Java and positions instead. */
final class ParameterProblem {

    private static final Pattern TYPE = Pattern.compile("(?s).*: '(.*)' is not an? (int|long|double)");
    private static final Pattern CHOICE = Pattern
            .compile("(?s).*: expected one of \\[(.*?)] \\(case-(?:in)?sensitive\\) but was '(.*)'");
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");

    private static final Map<String, String> BOUNDS = Map.of("int", Integer.MIN_VALUE + " to " + Integer.MAX_VALUE,
            "long", Long.MIN_VALUE + " to " + Long.MAX_VALUE);

    private ParameterProblem() {}

    /** The message; it names the option or argument, and the value. */
    static String of(ParameterException wrong) {
        String message = Objects.requireNonNullElse(wrong.getMessage(), wrong.toString());
        if (wrong instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            return ofUnknown(unmatched);
        }
        ArgSpec argument = wrong.getArgSpec();
        if (argument == null) {
            return message;
        }
        Matcher type = TYPE.matcher(message);
        if (type.matches()) {
            return name(argument) + " needs " + expected(type.group(2), type.group(1)) + got(type.group(1));
        }
        Matcher choice = CHOICE.matcher(message);
        return choice.matches()
                ? name(argument) + " needs one of " + choice.group(1).toLowerCase(Locale.ROOT) + got(choice.group(2))
                : message;
    }

    /** True where a command was expected and the first unknown word is none. */
    static boolean isOfCommand(UnmatchedArgumentException unmatched) {
        return !unmatched.getUnmatched().isEmpty() && !unmatched.getUnmatched().getFirst().startsWith("-")
                && !unmatched.getCommandLine().getSubcommands().isEmpty();
    }

    private static String ofUnknown(UnmatchedArgumentException unmatched) {
        List<String> words = unmatched.getUnmatched();
        if (isOfCommand(unmatched)) {
            return "unknown command " + words.getFirst();
        }
        // The value behind an unknown option is no option.
        List<String> options = words.stream().filter(word -> word.startsWith("-")).toList();
        return options.isEmpty()
                ? (words.size() == 1 ? "unknown argument " : "unknown arguments ")
                        + words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(", "))
                : (options.size() == 1 ? "unknown option " : "unknown options ") + String.join(", ", options);
    }

    private static String expected(String type, String value) {
        String bounds = BOUNDS.get(type);
        if (bounds == null) {
            return "a number";
        }
        return WHOLE.matcher(value).matches() ? "a whole number from " + bounds : "a whole number";
    }

    private static String got(String value) {
        return ", got \"" + value + '"';
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
