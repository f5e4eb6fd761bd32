package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log show}: the entries of a journal from its first. */
@Command(name = "show", addMethodSubcommands = false, description = "Shows a journal from its first entry.")
public final class LogShowCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path file = Path.of("");

    @Option(names = "--from", paramLabel = "SEQ", defaultValue = "1", //
            description = "first sequence number (default: ${DEFAULT-VALUE})")
    private long from;

    @Option(names = "--limit", paramLabel = "N", description = "maximum number of entries (default: all)")
    private @Nullable Long limit;

    @Option(names = "--run", paramLabel = "ID", description = "only that solve")
    private @Nullable String run;

    @Option(names = "--type", paramLabel = "PATTERN", //
            description = "only types that match: vote, run:*, connectivity/**")
    private @Nullable String type;

    @Option(names = "--by", paramLabel = "AGENT", //
            description = "only signals of that emitter: an agent, a part of the runtime, or a URN")
    private @Nullable String by;

    @Option(names = "--format", paramLabel = "TEMPLATE", description = EntryFormat.HELP)
    private @Nullable String format;

    @Option(names = "--json", description = "entries as stored in the file")
    private boolean json;

    public LogShowCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (from < 1 || (limit != null && limit < 0)) {
            throw new UserException("--from must be at least 1 and --limit at least 0, got " + from + " and " + limit,
                    "See waggle log show --help.");
        }
        EntryPrinter printer = new EntryPrinter(screen, from == 1 ? new RunNames() : RunNames.in(file), json, format);
        String wanted = type;
        Pattern pattern = wanted == null ? null : UserException.checked(() -> Pattern.of(wanted));
        long[] left = {limit == null ? Long.MAX_VALUE : limit};
        forEach(entry -> {
            printer.add(entry);
            if (left[0] > 0 && (pattern == null || pattern.matches(entry.signal().type()))
                    && (by == null || entry.emission().isBy(by))) {
                printer.print(entry);
                left[0]--;
            }
            return left[0] > 0;
        });
        return 0;
    }

    /** Does something with the entries while it answers true; those of one run by the index. */
    private void forEach(Predicate<LogEntry> action) {
        if (run != null) {
            if (!new RunReader(file, screen).forEach(run, from, action)) {
                throw RunReader.unknown(file, run);
            }
            return;
        }
        try (JournalReader journal = JournalOpener.open(file)) {
            Optional<LogEntry> next = journal.next(from);
            while (next.isPresent() && action.test(next.get())) {
                next = journal.next(from);
            }
            JournalOpener.report(journal, screen);
        }
    }
}
