package dev.waggle.lab.deployment;

import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.command.serve.ServeCommand;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Arguments of the command line that start a server, read by the command itself.
 *
 * @param port the port that it listens at
 * @param host the address that it listens at
 * @param data the data folder, if it is named
 * @param publicUrl the address of the proxy before it, if there is one
 */
record ServeArguments(int port, String host, Optional<Path> data, Optional<URI> publicUrl) {

    /** The command of the arguments. */
    private static final String COMMAND = "serve";

    /**
     * Reads arguments.
     *
     * @throws IllegalArgumentException when the command would refuse them
     */
    static ServeArguments of(List<String> arguments) {
        if (arguments.isEmpty() || !arguments.getFirst().equals(COMMAND)) {
            throw new IllegalArgumentException("the command must be " + COMMAND + ", got " + arguments);
        }
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine command = new CommandLine(
                new ServeCommand(new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN, false), ProcessTelemetry.NONE));
        try {
            var _ = command.parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
        } catch (ParameterException refused) {
            throw new IllegalArgumentException("waggle serve refuses " + arguments + ": " + refused.getMessage(),
                    refused);
        }
        return new ServeArguments((Integer) value(command, "--port").orElseThrow(),
                (String) value(command, "--host").orElseThrow(), value(command, "--data").map(Path.class::cast),
                value(command, "--public-url").map(URI.class::cast));
    }

    private static Optional<Object> value(CommandLine command, String option) {
        @Nullable Object value = command.getCommandSpec().findOption(option).getValue();
        return Optional.ofNullable(value);
    }
}
