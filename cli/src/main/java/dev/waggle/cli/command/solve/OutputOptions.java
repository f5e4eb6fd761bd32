package dev.waggle.cli.command.solve;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import picocli.CommandLine.Option;

/** Flags for the output of a solve. */
final class OutputOptions {

    @Option(names = "--json", description = "the result as JSON")
    private boolean json;

    @Option(names = "--events", description = "each event of the solve as a JSON line while it runs; the last line has"
            + " the result (waggle schema event describes them)")
    private boolean events;

    /** The form that the flags ask for; refuses two. */
    OutputForm form() {
        if (json && events) {
            throw new UserException("--json and --events exclude each other",
                    "Omit --json: the last line of --events has the same result.");
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
