package dev.waggle.cli;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.TextStyle;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Check of options that select something: lists, patterns of types, threads and harnesses. An empty one selects nothing
 * or everything, depending on its reader, so it is refused, as after a variable that was not set.
 */
final class ListArguments {

    private static final Pattern EMPTY = Pattern.compile("[,\\s]*");
    private static final String PATTERN = "PATTERN";

    /** Options of one value that select; a blank value would select nothing. */
    private static final Set<String> OF_ONE = Set.of("--thread", "--harness");

    private ListArguments() {}

    /**
     * Refuses items without a word.
     *
     * @throws ParameterException naming the option
     */
    static void requireItems(ParseResult parsed) {
        for (CommandLine line : parsed.asCommandLineList()) {
            for (OptionSpec option : line.getParseResult().matchedOptions()) {
                boolean isList = option.isMultiValue() || option.paramLabel().equals(PATTERN);
                if (isList || OF_ONE.contains(option.longestName())) {
                    option.originalStringValues().stream()
                            .filter(value -> isList ? EMPTY.matcher(value).matches() : value.isBlank()).findFirst()
                            .ifPresent(value -> {
                                throw new ParameterException(line, option.longestName() + " names no "
                                        + option.paramLabel().toLowerCase(Locale.ROOT) + ", got \""
                                        + TextStyle.printable(value) + '"');
                            });
                }
            }
        }
    }
}
