package dev.waggle.lab.quality;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.command.review.DecideCommand;
import dev.waggle.cli.command.solve.SolveCommand;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import picocli.CommandLine;

/** A command of {@code waggle} in this process, and its JSON. */
final class CommandRun {

    private static final String SUMMARY = "\"summary\":";

    private CommandRun() {}

    /** The totals of {@code waggle solve} over the episodes of a file. */
    static JsonObjectReader solve(Path episodes, List<String> options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        TerminalScreen screen = screen(out, err);
        CommandLine line = new CommandLine(
                new SolveCommand(screen, InputStream.nullInputStream(), ProcessTelemetry.NONE));
        return read("solve", execute("solve", line, screen, err, out, episodes, "--episode", options));
    }

    /** The summary of {@code waggle decide} over the votes of a file. */
    static JsonObjectReader decide(Path votes, List<String> options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        TerminalScreen screen = screen(out, err);
        CommandLine line = new CommandLine(new DecideCommand(screen, InputStream.nullInputStream()));
        String text = execute("decide", line, screen, err, out, votes, "", options).strip();
        return read("decide", text.substring(text.lastIndexOf(SUMMARY) + SUMMARY.length(), text.length() - 1));
    }

    private static String execute(String name, CommandLine line, TerminalScreen screen, StringWriter err,
            StringWriter out, Path file, String option, List<String> options) {
        List<String> args = new ArrayList<>();
        if (!option.isEmpty()) {
            args.add(option);
        }
        args.add(file.toString());
        args.addAll(options);
        args.add("--json");
        line.setCaseInsensitiveEnumValuesAllowed(true).setOut(screen.out()).setErr(screen.err());
        int code = line.execute(args.toArray(String[]::new));
        screen.out().flush();
        screen.err().flush();
        if (code != 0) {
            throw new IllegalStateException("waggle " + name + " " + String.join(" ", args) + " ended with " + code
                    + ": " + err);
        }
        return out.toString();
    }

    private static JsonObjectReader read(String name, String json) {
        return JsonObjectReader.root("the output of waggle " + name, JsonText.read(json));
    }

    private static TerminalScreen screen(StringWriter out, StringWriter err) {
        return new TerminalScreen(new PrintWriter(out), new PrintWriter(err), TextStyle.PLAIN, false);
    }
}
