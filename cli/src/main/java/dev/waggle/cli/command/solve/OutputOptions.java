package dev.waggle.cli.command.solve;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.SwarmResult;
import picocli.CommandLine.Option;

/** Flags for the output of a solve and its exit code. */
final class OutputOptions {

    @Option(names = "--json", description = "the whole result as JSON, with its log and reports (waggle schema result"
            + " describes it)")
    private boolean json;

    @Option(names = "--events", description = "each event of the solve as a JSON line while it runs; the last line has"
            + " the result (waggle schema event describes them)")
    private boolean events;

    @Option(names = "--exit-zero", description = "exit code 0 also without a decision, in place of 3 and 4")
    private boolean exitZero;

    /** The exit code of a command with that result. */
    int exitCode(SwarmResult result) {
        SolveExit exit = SolveExit.of(result);
        return switch (exit) {
            case DECIDED, FAILED -> exit.code();
            case UNDECIDED, EXHAUSTED -> exitZero ? 0 : exit.code();
        };
    }

    /** The form that the flags ask for; refuses two. */
    OutputForm form() {
        if (json && events) {
            throw new UserException("--json and --events exclude each other",
                    "Omit --json: the lines of --events have the signals, and the last one the result.");
        }
        return events ? OutputForm.EVENTS : json ? OutputForm.RESULT : OutputForm.TEXT;
    }

    /** The screen for a dialogue with people: lines of events are for a program, so people read standard error. */
    TerminalScreen dialogue(TerminalScreen screen) {
        return events
                ? new TerminalScreen(screen.err(), screen.err(), screen.style(), screen.interactive(), screen.glyphs())
                : screen;
    }
}
