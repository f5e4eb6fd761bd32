package dev.waggle.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;

/**
 * A command as a user without a terminal runs it.
 *
 * @param code the exit code
 * @param out standard output
 * @param err standard error
 */
record CommandRun(int code, String out, String err) {

    static CommandRun of(String... args) {
        return fed("", args);
    }

    static CommandRun fed(String input, String... args) {
        return run(input, false, args);
    }

    static CommandRun run(String input, boolean interactive, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(err), TextStyle.PLAIN,
                interactive);
        int code = Main.run(args, screen, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        return new CommandRun(code, out.toString(), err.toString());
    }
}
