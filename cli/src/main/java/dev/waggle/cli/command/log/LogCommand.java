package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.ThreadView;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.exchange.JournalImporter;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log}: reads a journal or a cassette without changing it. Changes have commands of their own. */
@Command(name = "log",
        synopsisSubcommandLabel = "(show | tail | threads | tree | play | verify | repair | compact | redact | delete"
                + " | export | import)", //
        description = "Reads, repairs, redacts, exports and imports journals, and deletes runs.")
public final class LogCommand {

    /** Poll interval of a followed journal. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** Maximum number of signals shown of a thread. */
    private static final int MAX_SHOWN = 1000;

    private final TerminalScreen screen;

    public LogCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Command(name = "show", description = "Shows a journal from its first entry.")
    int show(
            @Parameters(paramLabel = "JOURNAL",
                    description = "a journal folder, a data folder, or a file, plain or gzip") Path file,
            @Option(names = "--from", paramLabel = "SEQ", defaultValue = "1", //
                    description = "first sequence number (default: ${DEFAULT-VALUE})") long from,
            @Option(names = "--limit", paramLabel = "N", //
                    description = "maximum number of entries (default: all)") @Nullable Long limit,
            @Option(names = "--run", paramLabel = "ID", description = "only that solve") @Nullable String run,
            @Option(names = "--type", paramLabel = "PATTERN", //
                    description = "only types that match: vote, run:*, connectivity/**") @Nullable String type,
            @Option(names = "--by", paramLabel = "AGENT", //
                    description = "only signals of that emitter: an agent, a part of the runtime, or a URN") //
            @Nullable String by,
            @Option(names = "--format", paramLabel = "TEMPLATE", //
                    description = EntryFormat.HELP) @Nullable String format,
            @Option(names = "--json", description = "entries as stored in the file") boolean json) {
        if (from < 1 || (limit != null && limit < 0)) {
            throw new UserException("--from must be at least 1 and --limit at least 0, got " + from + " and " + limit,
                    "See waggle log show --help.");
        }
        RunNames names = from == 1 ? new RunNames() : RunNames.in(file);
        Function<LogEntry, String> lines = formatter(json, format, names);
        Pattern pattern = type == null ? null : UserException.checked(() -> Pattern.of(type));
        long[] left = {limit == null ? Long.MAX_VALUE : limit};
        show(file, run, from, entry -> {
            names.add(entry);
            if (left[0] > 0 && (pattern == null || pattern.matches(entry.signal().type()))
                    && (by == null || entry.emission().isBy(by))) {
                print(entry, lines);
                left[0]--;
            }
            return left[0] > 0;
        });
        return 0;
    }

    @Command(name = "tail", description = "Shows the last entries of a journal.")
    public int tail(
            @Parameters(paramLabel = "JOURNAL",
                    description = "a journal folder, a data folder, or a file, plain or gzip") Path file,
            @Option(names = {"-n", "--lines"}, paramLabel = "N", defaultValue = "20", //
                    description = "number of entries (default: ${DEFAULT-VALUE})") int count,
            @Option(names = {"-f", "--follow"}, //
                    description = "continue with entries as they are appended, until interrupted") boolean follow,
            @Option(names = "--format", paramLabel = "TEMPLATE", //
                    description = EntryFormat.HELP) @Nullable String template,
            @Option(names = "--json", description = "entries as stored in the file") boolean json)
            throws InterruptedException {
        if (count < 0) {
            throw new UserException("--lines must be at least 0, got " + count, "Use for example -n 20.");
        }
        RunNames names = RunNames.in(file);
        Function<LogEntry, String> format = formatter(json, template, names);
        Function<LogEntry, String> lines = entry -> {
            names.add(entry);
            return format.apply(entry);
        };
        try (JournalReader journal = JournalOpener.open(file)) {
            List<LogEntry> last = journal.select(JournalQuery.last(Math.max(count, 1)));
            last.stream().limit(count).forEach(entry -> print(entry, lines));
            JournalOpener.report(journal, screen);
            if (follow) {
                follow(file, last.isEmpty() ? 0 : last.getLast().sequence(), lines);
            }
        }
        return 0;
    }

    @Command(name = "threads", //
            description = "Shows the coordination threads of a journal in their state after its last entry.")
    int threads(
            @Parameters(paramLabel = "JOURNAL",
                    description = "a journal folder, a data folder, or a file, plain or gzip") Path file,
            @Option(names = "--thread", paramLabel = "ID", //
                    description = "only that thread") @Nullable String threadId,
            @Option(names = "--all", description = "include signals that are no longer active") boolean all,
            @Option(names = "--json", description = "as JSON, one thread a line") boolean json) {
        List<LogEntry> facts = new ArrayList<>();
        Set<String> threads = new LinkedHashSet<>();
        try (JournalReader journal = JournalOpener.open(file)) {
            journal.forEach(entry -> {
                Signal signal = entry.signal();
                String thread = signal.scope().thread();
                if (signal.type().profile() == Profile.CONNECTIVITY && thread != null) {
                    facts.add(entry);
                    threads.add(thread);
                }
            });
            JournalOpener.report(journal, screen);
        }
        if (threads.isEmpty() || (threadId != null && !threads.contains(threadId))) {
            throw new UserException(
                    file + " holds no coordination thread" + (threadId == null ? "" : " \"" + threadId + "\""),
                    "Threads are written by a connectivity layer whose ledger is that journal.");
        }
        DefaultConnectivityLayer layer = restored(file, facts);
        threads.stream().filter(thread -> threadId == null || threadId.equals(thread))
                .map(thread -> view(layer, thread, all ? SignalQuery.of(thread).withStates() : SignalQuery.of(thread)))
                .forEach(json
                        ? view -> screen.out().println(JsonText.write(view.json()))
                        : view -> view.lines(screen.style()).forEach(screen.out()::println));
        return 0;
    }

    /**
     * Any source can write a signal that looks like a fact. So only signals of the layer itself count, and no
     * imported ones.
     */
    private static DefaultConnectivityLayer restored(Path file, List<LogEntry> facts) {
        Optional<LogEntry> imported = facts.stream()
                .filter(entry -> entry.emission().by().equals(JournalImporter.EMITTER))
                .findFirst();
        if (imported.isPresent()) {
            throw new UserException("entry " + imported.get().sequence() + " of " + file
                    + " was imported, and threads are restored only from what their own layer wrote",
                    "Name the journal that the layer wrote. Of this one, waggle log show --type 'connectivity/**' shows"
                            + " the entries.");
        }
        return DefaultConnectivityLayer.restore(World.system(), ConnectivityLayerConfig.defaults(), facts);
    }

    /** Does something with the entries from a number on while it answers true; those of one run by the index. */
    private void show(Path file, @Nullable String run, long from, Predicate<LogEntry> action) {
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

    private void follow(Path file, long after, Function<LogEntry, String> lines) throws InterruptedException {
        try (JournalReader journal = JournalOpener.open(file)) {
            if (journal.isCompressed()) {
                throw new UserException(file + " is compressed, so nothing will be appended to it",
                        "Omit --follow.");
            }
            while (!screen.out().checkError()) {
                for (Optional<LogEntry> next = journal.next(after + 1); next.isPresent(); next = journal
                        .next(after + 1)) {
                    print(next.get(), lines);
                }
                Thread.sleep(LOOK);
            }
        }
    }

    private static ThreadView view(DefaultConnectivityLayer layer, String thread, SignalQuery query) {
        return new ThreadView(thread, layer.stats(thread), layer.convergence(thread),
                layer.query(query.withLimit(MAX_SHOWN).withOrder(SignalQuery.Order.OLDEST)));
    }

    private Function<LogEntry, String> formatter(boolean json, @Nullable String template, RunNames names) {
        if (json && template != null) {
            throw new UserException("--json and --format exclude each other", "Omit one of them.");
        }
        if (json) {
            return EntryFormat.json();
        }
        return template == null ? EntryFormat.text(screen.style(), names) : EntryFormat.template(template);
    }

    private void print(LogEntry entry, Function<LogEntry, String> lines) {
        screen.out().println(lines.apply(entry));
    }
}
