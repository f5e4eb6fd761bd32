package dev.waggle.cli.command.log;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.decide.AtomicFile;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.exchange.ExchangeFormat;
import dev.waggle.journal.exchange.JournalExporter;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log export}: a journal, or a part of it, as a file for other programs. */
@Command(name = "export", mixinStandardHelpOptions = true, //
        description = "Writes a journal in another format; by default one solve of it as a cassette, which"
                + " holds only the signals of participants.")
public final class LogExportCommand implements Callable<Integer> {

    private static final String CASSETTE = "cassette";
    private static final String STANDARD_OUTPUT = "-";

    @Parameters(index = "0", paramLabel = "JOURNAL", //
            description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path journal = Path.of("");

    @Parameters(index = "1", paramLabel = "OUT", description = "the file to write; - is the standard output")
    private String out = STANDARD_OUTPUT;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = CASSETTE, //
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

    @Option(names = "--json", description = "the summary as JSON")
    private boolean json;

    private final TerminalScreen screen;

    public LogExportCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (format.equals(CASSETTE)) {
            exportCassette();
            return 0;
        }
        try {
            export(ExchangeFormat.of(format), query());
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

    private void export(ExchangeFormat to, JournalQuery query) {
        if (out.equals(STANDARD_OUTPUT)) {
            report(to, write(screen.out(), to, query), screen.err());
            return;
        }
        Path target = target();
        try (AtomicFile file = AtomicFile.at(target)) {
            JournalExporter exporter = write(file.writer(), to, query);
            file.commit();
            report(to, exporter, screen.out());
        }
    }

    /** Refused before any work is done. */
    private Path target() {
        Path target = Path.of(out).toAbsolutePath();
        if (Files.isDirectory(target)) {
            throw new UserException(out + " is a directory", "Name a file in it.");
        }
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UserException("there is no folder " + folder, "Create it first.");
        }
        return target;
    }

    private JournalExporter write(PrintWriter to, ExchangeFormat as, JournalQuery query) {
        JournalExporter exporter = new JournalExporter(to, as, problem -> screen.warn("left out " + problem));
        try (JournalReader reader = JournalOpener.open(journal)) {
            reader.forEach(query.fromSequence(), entry -> {
                if (query.matches(entry)) {
                    exporter.add(entry);
                }
            });
            exporter.finish();
            JournalOpener.report(reader, screen);
        }
        return exporter;
    }

    private void report(ExchangeFormat as, JournalExporter exporter, PrintWriter to) {
        if (json) {
            to.println(JsonText.write(new JsonObjectBuilder().with("format", as.wireName())
                    .with("written", exporter.written())
                    .with("leftOut", exporter.omitted()).json()));
            return;
        }
        String left = exporter.omitted() == 0 ? "" : ", " + exporter.omitted() + " left out";
        to.println(exporter.written() + " entries written as " + as.wireName() + left);
    }

    private void exportCassette() {
        if (from != null || type != null || thread != null) {
            throw new UserException("--from, --type and --thread cannot be combined with a cassette, which is a"
                    + " whole solve",
                    "Name a format: --format jsonl.");
        }
        if (out.equals(STANDARD_OUTPUT)) {
            throw new UserException("a cassette is a file of its own", "Name it, or a format: --format jsonl.");
        }
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalOpener.open(journal)) {
            reader.forEach(entries::add);
            JournalOpener.report(reader, screen);
        }
        String solve = run != null ? run : lastRun(entries);
        try {
            CassetteFile.export(entries, solve, Path.of(out));
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        screen.out().println(solve + " is now in " + out);
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
