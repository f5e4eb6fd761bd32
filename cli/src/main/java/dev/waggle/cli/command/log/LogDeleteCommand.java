package dev.waggle.cli.command.log;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RedactionView;
import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.TimeSpan;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.redaction.DeletionReport;
import dev.waggle.journal.redaction.DeletionReport.DeletedRun;
import dev.waggle.journal.redaction.RunDeletion;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.DeletionFact;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log delete}: removes whole runs from a log. */
@Command(name = "delete", addMethodSubcommands = false, sortOptions = false, //
        description = {"Deletes whole runs from a log, for good.",
            "A line with the number of removed entries takes their place, and all other entries keep their numbers. The"
                    + " log gets an entry with the id of each run. An agent whose inbox awaited one of the entries gets"
                    + " a dead letter. Answers that were stored for a run without an end are deleted too, and damaged lines that a repair moved"
                    + " aside. Exit code 1 when a file may still hold such a line, because the line names no run.",
            "Recordings, cassettes, memories and outcomes stay: see waggle recordings delete and waggle memory forget."
                    + " A folder that another process writes, or that a server owns, is refused."}, //
        footer = {"", "Examples:", //
            "  waggle log delete .waggle solve_01m8hd225q4a8nayf9kxs8r70s", //
            "  waggle log delete .waggle --older-than 90d --dry-run", //
            "  waggle log delete .waggle --older-than 90d --yes"})
public final class LogDeleteCommand implements Callable<Integer> {

    /** Exit code when a damaged line may belong to a deleted run. */
    private static final int LEFT = 1;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(index = "0", paramLabel = "JOURNAL", description = "a journal folder, or a data folder")
    private Path journal = Path.of("");

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "RUN", description = "the id of a run")
    private List<String> runs = new ArrayList<>();

    @Option(names = "--older-than", paramLabel = "DURATION", description = "all finished runs whose last entry is older"
            + " than that, such as 90d or 12h")
    private @Nullable String olderThan;

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    public LogDeleteCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        if (runs.isEmpty() == (olderThan == null)) {
            throw new UserException(runs.isEmpty() ? "no run is named" : "runs and --older-than exclude each other",
                    "Name runs, or give --older-than.");
        }
        Duration age = olderThan == null ? null : TimeSpan.of("--older-than", olderThan);
        removal.prepare(journal, "waggle log delete", screen);
        RunIndex index = RunIndex.read(journal, screen);
        Map<String, Long> earlier = new LinkedHashMap<>();
        Map<String, LoggedRun> chosen = chosen(index, age, earlier);
        if (removal.isDryRun() || chosen.isEmpty()) {
            showChosen(chosen);
            return 0;
        }
        if (!removal.isConfirmedBy(screen, in, RedactionView.counted(chosen.size(), "run") + " would be deleted",
                "delete", () -> list(chosen))) {
            screen.out().println("nothing was deleted");
            return 0;
        }
        DeletionReport done = RunDeletion.of(journal).withLockWait(removal.lockWait()).delete(chosen.keySet());
        show(done, earlier);
        return done.left().isEmpty() ? 0 : LEFT;
    }

    /** A run with the number of its entries and the time of the last one. */
    private record LoggedRun(long entries, Instant last) {

        LoggedRun plus(LoggedRun next) {
            return new LoggedRun(entries + next.entries, next.last.isAfter(last) ? next.last : last);
        }
    }

    /**
     * The runs to delete.
     *
     * @param earlier receives those of the named runs that were deleted before, with the number of their entries; they
     *        are chosen too, because files of them may have been left
     */
    private Map<String, LoggedRun> chosen(RunIndex index, @Nullable Duration age, Map<String, Long> earlier) {
        SequencedMap<String, LoggedRun> found = new LinkedHashMap<>();
        try (JournalReader reader = JournalOpener.open(journal)) {
            reader.forEach(entry -> {
                String run = entry.signal().scope().run();
                if (run != null && (age == null ? runs.contains(run) : index.runs().containsKey(run))) {
                    found.merge(run, new LoggedRun(1, entry.recordedAt()), LoggedRun::plus);
                }
                DeletionFact.removedBy(entry).filter(removed -> runs.contains(removed.run())).ifPresent(removed -> {
                    earlier.merge(removed.run(), removed.entries(), Long::sum);
                    found.merge(removed.run(), new LoggedRun(0, entry.recordedAt()), LoggedRun::plus);
                });
            });
        }
        runs.stream().filter(run -> !index.runs().containsKey(run) && !earlier.containsKey(run)).findFirst()
                .ifPresent(run -> {
                    throw index.unknown(run);
                });
        if (age != null) {
            Instant limit = World.system().now().minus(age);
            found.entrySet().removeIf(run -> !run.getValue().last().isBefore(limit)
                    || !index.runs().getOrDefault(run.getKey(), new RunIndex.IndexedRun(0, 0, false)).isClosed());
        }
        return found;
    }

    private void showChosen(Map<String, LoggedRun> chosen) {
        if (removal.isJson()) {
            screen.out().println(JsonText.write(new JsonObjectBuilder()
                    .with("chosen", chosen.entrySet().stream().map(run -> json(run.getKey(), run.getValue().entries()))
                            .toList())
                    .json()));
            return;
        }
        list(chosen);
        screen.out().println(RedactionView.counted(chosen.size(), "run")
                + (removal.isDryRun() ? " would be deleted" : " deleted"));
    }

    private void list(Map<String, LoggedRun> chosen) {
        chosen.forEach((run, known) -> screen.out().println("  " + TextStyle.printable(run) + "  "
                + LocalTimeText.of(known.last()) + "  "
                + counted(known.entries())));
    }

    private void show(DeletionReport done, Map<String, Long> earlier) {
        if (removal.isJson()) {
            screen.out().println(JsonText.write(new JsonObjectBuilder()
                    .with("runs", done.runs().stream().map(run -> json(run.run(), run.entries())).toList())
                    .withTexts("files", done.files().stream().map(Path::toString).toList())
                    .with("left", RedactionView.left(done.left())).json()));
            return;
        }
        Path data = DataFolder.dataOf(journal);
        Set<String> remembered = remembered(data, done);
        for (DeletedRun run : done.runs()) {
            Long before = run.entries() == 0 ? earlier.get(run.run()) : null;
            screen.out().println(TextStyle.printable(run.run()) + (before == null
                    ? "  deleted, " + counted(run.entries())
                    : "  was deleted already, " + counted(before)));
            if (remembered.contains(run.run())) {
                screen.out().println("  its memories stay; this deletes them: waggle memory forget --run "
                        + TextStyle.printable(run.run()) + " --data " + TextStyle.printable(data.toString())
                        + " --yes");
            }
        }
        done.left().forEach(file -> screen.warn(TextStyle.printable(file.file() + " may hold a line of a deleted run: "
                + file.reason() + "; look at it, and delete it")));
    }

    /** Those of the deleted runs that a data folder still remembers. */
    private Set<String> remembered(Path data, DeletionReport done) {
        if (!MemoryFolder.isIn(data)) {
            return Set.of();
        }
        try (MemoryFolder memory = MemoryFolder.open(data, MemorySettings.DEFAULTS.decayEvery(), screen,
                "The runs are deleted. Repair it, and delete their memories: waggle memory forget.")) {
            return memory.remembered(done.runs().stream().map(DeletedRun::run).toList());
        } catch (UserException unreadable) {
            screen.warn(unreadable.getMessage() + " - " + unreadable.remedy());
            return Set.of();
        }
    }

    private static String counted(long entries) {
        return entries == 1 ? "1 entry" : String.format(PlainLocale.NONE, "%,d entries", entries);
    }

    private static JsonValue json(String run, long entries) {
        return new JsonObjectBuilder().with("run", run).with("entries", entries).json();
    }
}
