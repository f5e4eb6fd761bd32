package dev.waggle.cli.command.log;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.input.ProgressInputStream;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.RedactionView;
import dev.waggle.cli.option.WaitOption;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.exchange.BadLinePolicy;
import dev.waggle.journal.exchange.ExchangeFormat;
import dev.waggle.journal.exchange.ExchangeProblem;
import dev.waggle.journal.exchange.ImportReport;
import dev.waggle.journal.exchange.JournalImporter;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log import}: a file of another program, or of another log, at the end of a journal. */
@Command(name = "import", addMethodSubcommands = false, //
        description = {"Appends the signals of a file to a journal. Emitters that the file names are stored as"
                + " data.", //
            "A signal that the journal holds already, with the same id and content, is skipped. So an interrupted"
                    + " import can be repeated.", //
            "Signals imported into a data folder are also delivered to the inboxes of its subscribers."}, //
        footer = {"", "Examples:", //
            "  waggle log import events.json journal", //
            "  waggle log export journal - --format jsonl | waggle log import - copy"})
public final class LogImportCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";
    private static final int STOPPED = 2;

    @Parameters(index = "0", paramLabel = "IN", description = "the file, plain or gzip; - is the standard input")
    private String input = STANDARD_INPUT;

    @Parameters(index = "1", paramLabel = "FOLDER",
            description = "the folder of the journal, or a data folder that there is; a new one becomes a journal")
    private Path folder = Path.of("");

    @Option(names = "--format", paramLabel = "FORMAT", completionCandidates = OptionWords.EntryFormats.class, //
            description = "cloudevents, cloudevents-batch, jsonl, durable, harness, swarm, connectivity"
                    + " (default: detected from the content)")
    private @Nullable String format;

    @Option(names = "--strict", //
            description = "stop at the first refused line, with exit code 2; the lines before it are imported"
                    + " (default: report it, count it and continue)")
    private boolean strict;

    @Option(names = "--json", description = "the summary as JSON")
    private boolean json;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    private final TerminalScreen screen;
    private final InputStream standard;

    public LogImportCommand(TerminalScreen screen, InputStream standard) {
        this.screen = screen;
        this.standard = standard;
    }

    @Override
    public Integer call() {
        ExchangeFormat as = format();
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new UserException(folder + " is a file", "Name the folder of a journal.");
        }
        World world = World.system();
        try (InputStream in = open(); ImportTarget target = new ImportTarget(world)) {
            if (Files.exists(folder)) {
                target.get();
            }
            ProblemList problems = new ProblemList();
            JournalImporter importer = new JournalImporter(target, world, as,
                    strict ? BadLinePolicy.STOP : BadLinePolicy.SKIP, problems);
            ImportReport report;
            try {
                report = importer.read(in);
            } catch (UncheckedIOException failed) {
                throw target.isOpen()
                        ? new UserException(failed.getMessage() + "; " + target.appended()
                                + " signals were imported before",
                                "Repair that, and repeat the import: it skips those.")
                        : failed;
            }
            problems.finish();
            if (!json && report.format() == null && report.refused() > 0 && !report.isStopped()) {
                throw new UserException(input + " holds no entry of a format that is known",
                        "Name another file, or its format: --format F, one of " + ExchangeFormat.wireNames() + '.');
            }
            report(report);
            return report.isStopped() ? STOPPED : 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(input + " cannot be read: " + BoundedFile.reason(failed), failed);
        }
    }

    /** Warnings of refused lines: the first ones by their places, then the number of the others. */
    private final class ProblemList implements Consumer<ExchangeProblem> {

        private static final int MAX_SHOWN = 5;

        private long count;

        @Override
        public void accept(ExchangeProblem problem) {
            count++;
            if (count <= MAX_SHOWN) {
                screen.warn(TextStyle.sentences(problem.toString()));
            }
        }

        void finish() {
            if (count > MAX_SHOWN) {
                screen.warn(String.format(PlainLocale.NONE, "and %,d more refused", count - MAX_SHOWN));
            }
        }
    }

    /** The journal, opened with the first signal of the file; so a file without any leaves no folder behind. */
    private final class ImportTarget implements Supplier<SearchableJournal>, AutoCloseable {

        private final World world;
        private @Nullable SearchableJournal journal;
        private @Nullable SignalBroker remote;
        private long before;

        ImportTarget(World world) {
            this.world = world;
        }

        @Override
        public SearchableJournal get() {
            SearchableJournal opened = journal;
            if (opened == null) {
                remote = DataFolder.connect(folder, waitOption.duration()).orElse(null);
                opened = remote == null ? openFile() : remote.log();
                journal = opened;
                before = last(opened);
            }
            return opened;
        }

        private FileJournal openFile() {
            FileJournal file = FileJournal.open(DataFolder.journalOf(folder),
                    JournalConfig.defaults().withLockWait(waitOption.duration()), world);
            DataFolder.report(screen, file);
            return file;
        }

        private static long last(SearchableJournal journal) {
            List<LogEntry> last = journal.select(JournalQuery.last(1));
            return last.isEmpty() ? 0 : last.getFirst().sequence();
        }

        boolean isOpen() {
            return journal != null;
        }

        long appended() {
            return journal == null ? 0 : last(journal) - before;
        }

        @Override
        public void close() {
            try (SignalBroker _ = remote) {
                if (journal != null) {
                    journal.close();
                }
            }
        }
    }

    private @Nullable ExchangeFormat format() {
        String named = format;
        return named == null ? null : UserException.checked(() -> ExchangeFormat.of(named));
    }

    private InputStream open() throws IOException {
        if (input.equals(STANDARD_INPUT)) {
            return new FilterInputStream(standard) {
                @Override
                public void close() {
                    // It belongs to the caller.
                }
            };
        }
        Path file = Path.of(input);
        if (Files.isDirectory(file)) {
            throw new UserException(input + " is a directory", "Name a file in it.");
        }
        if (!Files.exists(file)) {
            throw new UserException("no such file: " + input, "Check the path.");
        }
        BoundedFile.requireEnd(file);
        return new ProgressInputStream(BoundedFile.lines(Files.newInputStream(file), file),
                ProgressBar.on(screen, "importing " + file.getFileName(), Files.size(file)));
    }

    private void report(ImportReport report) {
        ExchangeFormat as = report.format();
        String requested = as == null ? "nothing" : as.wireName();
        if (json) {
            screen.out().println(JsonText.write(new JsonObjectBuilder().with("format", as == null ? null : requested)
                    .with("imported", report.imported())
                    .with("skipped", report.skipped())
                    .with("refused", report.refused())
                    .with("gaps", report.gaps())
                    .with("stopped", report.isStopped()).json()));
            return;
        }
        String skipped = report.skipped() == 0
                ? ""
                : String.format(PlainLocale.NONE, ", %,d skipped as they were there before", report.skipped());
        String refused = report.refused() == 0
                ? ""
                : String.format(PlainLocale.NONE, ", %,d refused", report.refused());
        screen.out().println(RedactionView.counted(report.imported(), "signal") + " imported"
                + (as == null ? "" : " as " + requested) + skipped + refused
                + (report.isStopped() ? "; ended at the first refused line" : ""));
    }
}
