package dev.waggle.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;

/**
 * A command as a user without a terminal runs it.
 *
 * @param code the exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int code, String out, String err) {

    /** The output with one blank for all blanks and breaks, so that it is the same for every width. */
    public String text() {
        return out.strip().replaceAll("\\s+", " ");
    }

    public static CommandRun of(String... args) {
        return fed("", args);
    }

    public static CommandRun fed(String input, String... args) {
        return run(input, false, args);
    }

    public static CommandRun run(String input, boolean interactive, String... args) {
        return run(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), new StringWriter(), interactive,
                args);
    }

    /** A command with that input and output. */
    public static CommandRun piped(InputStream in, StringWriter out, String... args) {
        return run(in, out, false, args);
    }

    private static CommandRun run(InputStream in, StringWriter out, boolean interactive, String... args) {
        StringWriter err = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(err), TextStyle.PLAIN,
                interactive);
        int code = Main.run(args, screen, in, ProcessTelemetry.NONE);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** Runs a command with that input on that screen; returns its exit code. */
    public static int on(TerminalScreen screen, InputStream in, String... args) {
        return Main.run(args, screen, in, ProcessTelemetry.NONE);
    }

    /** Runs a command without input on that screen; returns its exit code. */
    public static int on(TerminalScreen screen, String... args) {
        return Main.run(args, screen, InputStream.nullInputStream(), ProcessTelemetry.NONE);
    }
}
