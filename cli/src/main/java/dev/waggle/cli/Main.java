package dev.waggle.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

import dev.waggle.cli.output.StandardOutput;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.ConsoleLog;
import dev.waggle.cli.terminal.GlyphSet;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.WarningQueue;
import dev.waggle.cli.terminal.WarningQueue.WarningListener;
import picocli.CommandLine;

/** Starts the command {@code waggle}. */
public final class Main {

    private static final int FAULT = 1;
    private static final int BAD_USE = 2;

    private Main() {}

    /**
     * Exit codes: 0 done, 1 a fault of ours or the result that a command names, 2 something that the user can mend, 3
     * and 4 questions without a decision.
     */
    public static void main(String[] args) {
        ProcessTelemetry telemetry = ProcessTelemetry.of(System.getenv());
        TerminalScreen screen = screen(warnings(telemetry));
        int code = run(args, screen, System.in, telemetry);
        telemetry.close(screen.err());
        if (code != 0 || isWorkLeft()) {
            System.exit(code);
        }
        // Java ends by itself, with 0. To exit, it would look for a logger in every jar.
    }

    /** True if a thread that Java would wait for is alive beside this one. */
    private static boolean isWorkLeft() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] alive = new Thread[2 * all.activeCount() + 1];
        int count = all.enumerate(alive);
        for (int i = 0; i < count; i++) {
            if (!alive[i].isDaemon() && !alive[i].equals(Thread.currentThread())) {
                return true;
            }
        }
        return count == alive.length;
    }

    /** Receiver of the warnings beside the terminal; none is set unless telemetry is asked for. */
    private static WarningListener warnings(ProcessTelemetry telemetry) {
        if (!telemetry.isAskedFor()) {
            return WarningListener.NONE;
        }
        if (System.LoggerFinder.getLoggerFinder() instanceof ConsoleLog console) {
            console.passTo(telemetry::record);
        }
        return telemetry::record;
    }

    static int run(String[] args, TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        CommandLine line = new CommandCatalog(screen, in, telemetry).line(args);
        line.registerConverter(Path.class, PathArguments::of);
        FailureReporter failures = new FailureReporter(screen, args);
        line.setOut(screen.out()).setErr(screen.err());
        line.setParameterExceptionHandler(failures::ofParameters);
        line.setExecutionExceptionHandler(failures::ofExecution);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExpandAtFiles(false); // An argument @FILE is for the command that has it.
        line.setExecutionStrategy(parsed -> {
            PathArguments.requireNames(parsed);
            ListArguments.requireItems(parsed);
            return new CommandLine.RunLast().execute(parsed);
        });
        int code = execute(line, args, failures);
        screen.err().flush();
        boolean isBroken = screen.out().checkError();
        if (!isBroken || code == FAULT || code == BAD_USE) {
            return code;
        }
        if (!StandardOutput.isClosedByReader(screen.out())) {
            screen.err().println("waggle: the output could not be written - Check the disk, or the program that"
                    + " reads it.");
            screen.err().flush();
            return BAD_USE;
        }
        return 0; // The reader has what it wanted.
    }

    /** An error of the virtual machine, such as a full memory, ends the command like any other fault. */
    private static int execute(CommandLine line, String[] args, FailureReporter failures) {
        try {
            return line.execute(args);
        } catch (Error fatal) {
            return failures.ofError(fatal);
        }
    }

    @SuppressWarnings("SystemConsoleNull") // Since JDK 25 it is null again where input or output is no terminal.
    private static TerminalScreen screen(WarningListener warnings) {
        boolean interactive = System.console() != null;
        boolean colour = interactive && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
        return new TerminalScreen(StandardOutput.to(new FileOutputStream(FileDescriptor.out)), writer(System.err),
                colour ? TextStyle.COLOUR : TextStyle.PLAIN,
                interactive, glyphs(interactive), new WarningQueue(warnings));
    }

    /** Blocks are Unicode: a terminal of another encoding, or a dumb one, gets plain characters. */
    private static GlyphSet glyphs(boolean interactive) {
        String encoding = System.getProperty("stdout.encoding", "UTF-8").toUpperCase(Locale.ROOT);
        boolean able = encoding.startsWith("UTF") && !"dumb".equals(System.getenv("TERM"));
        return able || !interactive ? GlyphSet.BLOCKS : GlyphSet.ASCII;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }
}
