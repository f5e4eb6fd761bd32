package dev.waggle.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.TextStyle;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * Check of the names of files and folders on a command line. An empty name would mean the current folder, or a default
 * that the user did not mean, as after a variable that was not set. A dash is the standard input or output, which is no
 * folder.
 */
final class PathArguments {

    private static final Pattern LABEL = Pattern.compile("\\b(?:FILE|DIR|FOLDER|JOURNAL|OUT|IN)\\b");
    private static final Pattern FOLDER = Pattern.compile("DIR|FOLDER");
    private static final String STANDARD = "-";

    private PathArguments() {}

    /**
     * Refuses empty and blank names, and a dash for a folder.
     *
     * @throws ParameterException naming the option
     */
    static void requireNames(ParseResult parsed) {
        for (ParseResult part : parsed.asCommandLineList().stream().map(line -> line.getParseResult()).toList()) {
            for (ArgSpec arg : part.matchedArgs()) {
                if (isPath(arg) && arg.originalStringValues().stream().anyMatch(String::isBlank)) {
                    throw new ParameterException(part.commandSpec().commandLine(),
                            name(arg) + " \"\" names no file or folder");
                }
                if (FOLDER.matcher(arg.paramLabel()).matches() && arg.originalStringValues().contains(STANDARD)) {
                    throw new ParameterException(part.commandSpec().commandLine(),
                            name(arg) + " \"-\" names no folder (./- is one of that name)");
                }
            }
        }
    }

    /** The path of an argument. */
    static Path of(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException bad) {
            throw new TypeConversionException(
                    '"' + TextStyle.printable(name) + "\" is no name for a file or folder (" + reason(bad) + ")");
        }
    }

    /** A reason without the name, which some systems repeat in it. */
    private static String reason(InvalidPathException bad) {
        return bad.getReason().startsWith("Nul") ? "it holds a NUL" : "its characters have no form on this system";
    }

    private static boolean isPath(ArgSpec arg) {
        return arg.type().equals(Path.class) || LABEL.matcher(arg.paramLabel()).find();
    }

    private static String name(ArgSpec arg) {
        return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
    }
}
