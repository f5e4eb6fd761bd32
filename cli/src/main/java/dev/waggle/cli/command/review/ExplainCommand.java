package dev.waggle.cli.command.review;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.explain.ExplainReport;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.output.CommandOutput;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.serve.LoggedRunSetups;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.dashboard.LocalSecrets;
import dev.waggle.dashboard.RunFile;
import dev.waggle.dashboard.RunFileData;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.review.CallUsage;
import dev.waggle.review.explain.CauseTree;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.json.ExplainJson;
import dev.waggle.server.api.run.RunSetups;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle explain}: the causes of a run's decision, and changes that would have led to another. */
@Command(name = "explain", addMethodSubcommands = false, sortOptions = false, //
        description = {"Explains a run: causes of the decision, votes and their reasons, findings of"
                + " mathematics and their effects, and changes that would have led to another result.",
            "", "The votes in the log are counted again, and the result is compared with the recorded one."}, //
        footer = {"", "Try: waggle demo --log LOG, then waggle explain LOG",
            "     waggle explain LOG --run ID --json", "     waggle explain ID, a run of the data folder",
            "     waggle explain ID --html decision.html"})
public final class ExplainCommand implements Callable<Integer> {

    private static final int MIN_WIDTH = 40;
    private static final int MAX_WIDTH = 160;
    private static final int USUAL_WIDTH = 80;
    private static final int KILO = 1_000;
    private static final String USUAL_DEPTH = "" + Explanation.DEFAULT_DEPTH;

    private final TerminalScreen screen;

    @Parameters(arity = "0..1", paramLabel = "JOURNAL|RUN", description = "a journal: its folder, a data folder, or a"
            + " file, plain or gzip; or a run of the data folder (default: the last run of the data folder)")
    private @Nullable String place;

    @Option(names = "--run", paramLabel = "ID", description = "that run of the journal (default: the last)")
    private @Nullable String run;

    @Option(names = "--depth", paramLabel = "N", defaultValue = USUAL_DEPTH, //
            description = "levels of the tree of causes (default: ${DEFAULT-VALUE})")
    private int depth = Explanation.DEFAULT_DEPTH;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE",
            description = "writes the page of the run as one HTML file, which opens"
                    + " without a network, with its what-if at work")
    private @Nullable String html;

    @Mixin
    private ForceOption force = new ForceOption();

    @Mixin
    private DataOption data = new DataOption();

    public ExplainCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (depth < 0 || depth > CauseTree.MAX_DEPTH) {
            throw new UserException("--depth must be between 0 and " + CauseTree.MAX_DEPTH + ", got " + depth,
                    "Use for example " + USUAL_DEPTH + ".");
        }
        if (html != null && json) {
            throw new UserException("--html and --json exclude each other", "Call the command twice.");
        }
        Optional<Path> journal = journal();
        String runId = run == null && journal.isEmpty() ? place : run;
        Path log = journal.orElseGet(data::requireLog);
        Optional<OutputPlace> file = Optional.ofNullable(html).map(name -> force.place(name, List.of(log.toString())));
        explain(log, runId, file);
        return 0;
    }

    /** The journal that is named; empty when a run of the data folder is meant. */
    private Optional<Path> journal() {
        String written = place;
        if (written == null) {
            return Optional.empty();
        }
        Path path = JournalOpener.pathOf(written);
        boolean isPath = Files.exists(path) || run != null || written.matches(".*[./\\\\].*");
        if (!isPath && !Files.isDirectory(data.folder())) {
            throw new UserException("no such journal: " + written + ", and there is no data folder " + data.folder()
                    + " that could hold a run of that id", "Name a journal, or the data folder with --data.");
        }
        return isPath ? Optional.of(path) : Optional.empty();
    }

    private void explain(Path journal, @Nullable String runId, Optional<OutputPlace> file) {
        RunReader runs = new RunReader(journal, screen);
        String chosen = runs.runOrLast(runId);
        List<LogEntry> entries = runs.read(chosen).entries();
        if (entries.isEmpty()) {
            throw RunIndex.read(journal, screen).unknown(chosen);
        }
        RunSetups setups = new LoggedRunSetups(journal);
        if (file.isPresent()) {
            writePage(RunFileData.of(chosen, entries, log -> log.spendings().money(setups.prices(log)),
                    setups.notes(chosen, entries)), journal, file.get());
            return;
        }
        Explanation explanation = Explanation.of(chosen, entries, depth,
                setups.notes(chosen, entries));
        Optional<CallUsage.MoneySpent> money = explanation.log().spendings().money(setups.prices(explanation.log()));
        if (json) {
            screen.out().println(JsonText.write(ExplainJson.of(explanation, money)));
            return;
        }
        if (runId == null && runs.hasEarlierRun(chosen)) {
            screen.out().println("the last of several runs (others: --run ID)");
        }
        ExplainReport.write(explanation, money, screen, TerminalWidth.of(MIN_WIDTH, MAX_WIDTH, USUAL_WIDTH));
    }

    private void writePage(RunFileData page, Path journal, OutputPlace file) {
        String document = RunFile.html(page, LocalSecrets.mask(System.getenv(), List.of(journal, data.folder())),
                World.system().now());
        try (CommandOutput out = file.open(screen, FileAccess.OWNER)) {
            out.writer().print(document);
            out.commit();
        }
        if (!file.isScreen()) {
            screen.out().println("the page is in " + TextStyle.printable(file.name()) + ", "
                    + document.length() / KILO + " kB; open it in a browser");
        }
    }
}
