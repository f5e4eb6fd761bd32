package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.cli.terminal.ThreadView;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.EntryCodec;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalFile;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.LosslessLayer;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log}: reads a journal or a cassette without touching it. What it writes has commands of its own. */
@Command(name = "log", mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(show | tail | threads | export | import)", //
        description = "Reads, exports and imports journals.")
final class LogCommand {

    /** How often a followed journal is looked at. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** Most signals shown of a thread. */
    private static final int MAX_SHOWN = 1000;

    private final Screen screen;

    LogCommand(Screen screen) {
        this.screen = screen;
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Shows a journal from its first entry.")
    int show(@Parameters(paramLabel = "FILE", description = "the journal, plain or gzip") Path file,
            @Option(names = "--from", paramLabel = "SEQ", defaultValue = "1", //
                    description = "first sequence number (default: ${DEFAULT-VALUE})") long from,
            @Option(names = "--limit", paramLabel = "N", //
                    description = "at most so many entries (default: all)") @Nullable Long limit,
            @Option(names = "--type", paramLabel = "PATTERN", //
                    description = "only types that match: vote, run:*, connectivity/**") @Nullable String type,
            @Option(names = "--by", paramLabel = "AGENT", //
                    description = "only what that emitter said") @Nullable String by,
            @Option(names = "--json", description = "entries as they stand in the file") boolean json) {
        if (from < 1 || (limit != null && limit < 0)) {
            throw new UserError("--from must be at least 1 and --limit at least 0, got " + from + " and " + limit,
                    "See waggle log show --help.");
        }
        Pattern pattern = type == null ? null : pattern(type);
        long left = limit == null ? Long.MAX_VALUE : limit;
        try (JournalFile journal = open(file)) {
            Optional<LogEntry> next = journal.next();
            while (next.isPresent() && left > 0) {
                LogEntry entry = next.get();
                if (entry.sequence() >= from && (pattern == null || pattern.matches(entry.signal().type()))
                        && (by == null || by.equals(entry.emission().by()))) {
                    print(entry, json);
                    left--;
                }
                next = journal.next();
            }
            reportTorn(journal.tornBytes());
        }
        return 0;
    }

    @Command(name = "tail", mixinStandardHelpOptions = true, description = "Shows the last entries of a journal.")
    int tail(@Parameters(paramLabel = "FILE", description = "the journal, plain or gzip") Path file,
            @Option(names = {"-n", "--lines"}, paramLabel = "N", defaultValue = "20", //
                    description = "how many (default: ${DEFAULT-VALUE})") int count,
            @Option(names = {"-f", "--follow"}, //
                    description = "go on with what is appended, until interrupted") boolean follow,
            @Option(names = "--json", description = "entries as they stand in the file") boolean json)
            throws InterruptedException {
        if (count < 0) {
            throw new UserError("--lines must be at least 0, got " + count, "Use for example -n 20.");
        }
        requireFile(file);
        JournalFile.Tail end = JournalFile.tail(file, count);
        end.entries().forEach(entry -> print(entry, json));
        if (!follow) {
            reportTorn(end.tornBytes());
            return 0;
        }
        follow(file, end.entries().isEmpty() ? 0 : end.entries().getLast().sequence(), json);
        return 0;
    }

    @Command(name = "threads", mixinStandardHelpOptions = true, //
            description = "Shows the coordination threads that a journal holds, as its last entry left them.")
    int threads(@Parameters(paramLabel = "FILE", description = "the journal, plain or gzip") Path file,
            @Option(names = "--thread", paramLabel = "ID", //
                    description = "only that thread") @Nullable String wanted,
            @Option(names = "--all", description = "signals that are over, too") boolean all) {
        List<LogEntry> facts = new ArrayList<>();
        Set<String> threads = new LinkedHashSet<>();
        try (JournalFile journal = open(file)) {
            for (Optional<LogEntry> next = journal.next(); next.isPresent(); next = journal.next()) {
                Signal signal = next.get().signal();
                String thread = signal.scope().thread();
                if (signal.type().profile() == Profile.CONNECTIVITY && thread != null) {
                    facts.add(next.get());
                    threads.add(thread);
                }
            }
            reportTorn(journal.tornBytes());
        }
        if (threads.isEmpty() || (wanted != null && !threads.contains(wanted))) {
            throw new UserError(file + " holds no coordination thread" + (wanted == null ? "" : " \"" + wanted + "\""),
                    "Threads are written by a connectivity layer whose ledger is that journal.");
        }
        LosslessLayer layer = ConnectivityLayer.restore(World.system(), ConnectivityLayerConfig.defaults(), facts);
        threads.stream().filter(thread -> wanted == null || wanted.equals(thread))
                .forEach(thread -> printThread(layer, thread, all));
        return 0;
    }

    private void follow(Path file, long after, boolean json) throws InterruptedException {
        try (JournalFile journal = open(file)) {
            if (journal.isCompressed()) {
                throw new UserError(file + " is compressed, so nothing will be appended to it", "Leave --follow away.");
            }
            while (!screen.out().checkError()) {
                for (Optional<LogEntry> next = journal.next(); next.isPresent(); next = journal.next()) {
                    if (next.get().sequence() > after) {
                        print(next.get(), json);
                    }
                }
                Thread.sleep(LOOK);
            }
        }
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.of(text);
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }

    private static JournalFile open(Path file) {
        requireFile(file);
        return JournalFile.read(file);
    }

    private static void requireFile(Path file) {
        if (Files.isDirectory(file)) {
            throw new UserError(file + " is a directory", "Name the file of a journal.");
        }
        if (!Files.exists(file)) {
            throw new UserError("no such file: " + file, "Check the path.");
        }
    }

    private void printThread(LosslessLayer layer, String thread, boolean all) {
        SignalQuery query = SignalQuery.of(thread).withLimit(MAX_SHOWN).withOrder(SignalQuery.Order.OLDEST);
        List<ConnectivitySignal> signals = layer.query(all ? query.withStates() : query);
        ThreadView.of(thread, layer.stats(thread), layer.convergence(thread), signals, screen.style())
                .forEach(screen.out()::println);
    }

    private void print(LogEntry entry, boolean json) {
        screen.out().println(json ? JsonText.write(EntryCodec.encode(entry)) : EntryLine.of(entry, screen.style()));
    }

    private void reportTorn(long bytes) {
        if (bytes > 0) {
            screen.out().flush();
            screen.err().println(screen.style().paint(Ink.YELLOW, String.format(Locale.ROOT,
                    "waggle: the last line is cut short (%d bytes) and was not shown", bytes)));
        }
    }
}
