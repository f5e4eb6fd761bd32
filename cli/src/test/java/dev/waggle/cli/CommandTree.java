package dev.waggle.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.stream.Stream;

import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import picocli.CommandLine;

/** All commands of the program as a model, to be read and not run. */
public final class CommandTree {

    private static final TerminalScreen SCREEN = new TerminalScreen(new PrintWriter(Writer.nullWriter()),
            new PrintWriter(Writer.nullWriter()), TextStyle.PLAIN, false);

    private CommandTree() {}

    /** The command {@code waggle} with its subcommands. */
    public static CommandLine root() {
        return new CommandCatalog(SCREEN, InputStream.nullInputStream(), ProcessTelemetry.NONE).line();
    }

    /** Help of a command as the program prints it. */
    public static String printedHelp(CommandLine command) {
        String[] path = command.getCommandSpec().qualifiedName().split(" ", -1);
        return CommandRun.of(Stream.concat(Stream.of(path).skip(1), Stream.of("--help")).toArray(String[]::new)).out();
    }
}
