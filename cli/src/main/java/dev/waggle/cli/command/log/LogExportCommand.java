package dev.waggle.cli.command.log;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.output.CommandOutput;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.exchange.ExchangeFormat;
import dev.waggle.journal.exchange.JournalExporter;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log export}: a journal, or a part of it, as a file for other programs. */
@Command(name = "export", addMethodSubcommands = false, //
        description = "Writes a journal in another format; by default one solve of it as a cassette, which"
                + " holds only the signals of participants.")
public final class LogExportCommand implements Callable<Integer> {

    private static final String CASSETTE = "cassette";

    @Parameters(index = "0", paramLabel = "JOURNAL", //
            description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path journal = Path.of("");

    @Parameters(index = "1", paramLabel = "OUT", description = "the file to write; - is the standard output")
    private String out = "-";

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = CASSETTE, //
            completionCandidates = Formats.class, //
            description = "cassette, cloudevents, cloudevents-batch, jsonl, or the form of one family: durable,"
                    + " harness, swarm, connectivity (default: ${DEFAULT-VALUE})")
    private String format = CASSETTE;

    @Option(names = "--run", paramLabel = "ID", //
            description = "only that solve (default: the last for a cassette, else all)")
    private @Nullable String run;

    @Option(names = "--from", paramLabel = "SEQ", description = "first sequence number")
    private @Nullable Long from;

    @Option(names = "--type", paramLabel = "PATTERN", description = "only types that match: vote, harness/**")
    private @Nullable String type;

    @Option(names = "--thread", paramLabel = "ID", description = "only that coordination thread")
    private @Nullable String thread;

    @Mixin
    private ForceOption force = new ForceOption();

    @Option(names = "--json", description = "the summary as JSON")
    private boolean json;

    private final TerminalScreen screen;

    /** A cassette, and the formats of entries. */
    private static final class Formats extends OptionWords {
        Formats() {
            super(Stream.concat(Stream.of(CASSETTE), Stream.of(ExchangeFormat.values())
                    .map(ExchangeFormat::wireName)));
        }
    }

    public LogExportCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        OutputPlace place = force.place(out, List.of(journal.toString()));
        if (format.equals(CASSETTE)) {
            exportCassette(place);
            return 0;
        }
        try {
            export(ExchangeFormat.of(format), query(), place);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        return 0;
    }

    private JournalQuery query() {
        JournalQuery query = from == null ? JournalQuery.ALL : JournalQuery.fromSequence(from);
        query = run == null ? query : query.ofRun(run);
        query = thread == null ? query : query.ofThread(thread);
        return type == null ? query : query.ofTypes(Pattern.of(type));
    }

    private void export(ExchangeFormat to, JournalQuery query, OutputPlace place) {
        try (CommandOutput file = place.open(screen, FileAccess.OWNER)) {
            JournalExporter exporter = write(file.writer(), to, query);
            file.commit();
            report(to, exporter, place.isScreen() ? screen.err() : screen.out());
        }
    }

    private JournalExporter write(PrintWriter to, ExchangeFormat as, JournalQuery query) {
        JournalExporter exporter = new JournalExporter(to, as, problem -> screen.warn("left out " + problem));
        if (run != null) {
            var _ = new RunReader(journal, screen).forEach(run, query.fromSequence(), entry -> {
                add(entry, query, exporter);
                return true;
            });
            exporter.finish();
            return exporter;
        }
        try (JournalReader reader = JournalOpener.open(journal)) {
            reader.forEach(query.fromSequence(), entry -> add(entry, query, exporter));
            exporter.finish();
            JournalOpener.report(reader, screen);
        }
        return exporter;
    }

    private static void add(LogEntry entry, JournalQuery query, JournalExporter to) {
        if (query.matches(entry)) {
            to.add(entry);
        }
    }

    private void report(ExchangeFormat as, JournalExporter exporter, PrintWriter to) {
        if (screen.out().checkError()) {
            return; // Its reader has gone, with what it wanted.
        }
        if (json) {
            to.println(JsonText.write(new JsonObjectBuilder().with("format", as.wireName())
                    .with("written", exporter.written())
                    .with("leftOut", exporter.omitted()).json()));
            return;
        }
        String left = exporter.omitted() == 0 ? "" : ", " + exporter.omitted() + " left out";
        to.println(exporter.written() + " entries written as " + as.wireName() + left);
    }

    private void exportCassette(OutputPlace place) {
        if (from != null || type != null || thread != null) {
            throw new UserException("--from, --type and --thread cannot be combined with a cassette, which is a"
                    + " whole solve",
                    "Name a format: --format jsonl.");
        }
        List<LogEntry> entries = entriesOfCassette();
        String solve = run != null ? run : lastRun(entries);
        try (CommandOutput file = place.open(screen, FileAccess.OWNER)) {
            file.write(bytes -> CassetteFile.export(entries, solve, bytes));
            file.commit();
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        if (!place.isScreen()) {
            screen.out().println(json
                    ? JsonText.write(new JsonObjectBuilder().with("format", CASSETTE).with("run", solve)
                            .with("file", place.name()).json())
                    : TextStyle.printable(solve + " is now in " + place.name()));
        }
    }

    /** The solve by the index. A journal without it, or a file, is read whole, also to list the solves that it has. */
    private List<LogEntry> entriesOfCassette() {
        if (Files.isDirectory(journal)) {
            RunReader reader = new RunReader(journal, screen);
            Optional<String> solve = run == null ? reader.runOfLastEntry() : Optional.of(run);
            List<LogEntry> found = solve.map(it -> reader.read(it).entries()).orElse(List.of());
            if (found.stream().anyMatch(entry -> entry.signal().type().equals(RunFacts.OPENED))) {
                return found;
            }
        }
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalOpener.open(journal)) {
            reader.forEach(entries::add);
            JournalOpener.report(reader, screen);
        }
        return entries;
    }

    private String lastRun(List<LogEntry> entries) {
        for (LogEntry entry : entries.reversed()) {
            String entryRun = entry.signal().scope().run();
            if (entryRun != null) {
                return entryRun;
            }
        }
        throw new UserException(journal + " holds no solve", "Name a journal that waggle wrote with --log.");
    }
}
