package dev.waggle.cli.command.log;

import java.util.function.Function;

import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Prints entries of a journal as text, as JSON or in a template. */
final class EntryPrinter {

    private final TerminalScreen screen;
    private final RunNames names;
    private final Function<LogEntry, String> format;

    /** @param names the names of agents, which grow with {@link #add} */
    EntryPrinter(TerminalScreen screen, RunNames names, boolean json, @Nullable String template) {
        this.screen = screen;
        this.names = names;
        format = formatter(screen, names, json, template);
    }

    private static Function<LogEntry, String> formatter(TerminalScreen screen, RunNames names, boolean json,
            @Nullable String template) {
        if (json && template != null) {
            throw new UserException("--json and --format exclude each other", "Omit one of them.");
        }
        if (json) {
            return EntryFormat.json();
        }
        return template == null ? EntryFormat.text(screen.style(), names) : EntryFormat.template(template);
    }

    /** Takes the names that an entry tells. */
    void add(LogEntry entry) {
        names.add(entry);
    }

    void print(LogEntry entry) {
        screen.out().println(format.apply(entry));
    }
}
