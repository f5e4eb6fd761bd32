package dev.waggle.cli.command.review;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.JournalSnapshot;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.lens.LensCardView;
import dev.waggle.cli.lens.LensGuide;
import dev.waggle.cli.lens.LensReport;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.review.RunLog;
import dev.waggle.review.json.LensReplayJson;
import dev.waggle.review.lens.LensReplay;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.setup.LensLookup;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle lens}: the lenses, and their findings in a run of a journal. */
@Command(name = "lens", addMethodSubcommands = false, sortOptions = false, //
        customSynopsis = "waggle lens [NAME] [JOURNAL] [--run ID] [--format markdown] [--json]", //
        description = {"Lists the lenses of mathematics, explains one, or shows their readings of a run of a journal.",
            "", "With a journal, the signals of a run are measured again, round by round: headline and findings"
                    + " of one lens, or a line for each lens. The results are compared with the log."}, //
        footer = {"", "Try: waggle lens entropy", "     waggle demo --log LOG, then waggle lens LOG",
            "     waggle lens entropy LOG"})
public final class LensCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(arity = "0..1", index = "0", paramLabel = "NAME", //
            description = "name of a lens; a single argument that names no lens is a journal")
    private @Nullable String name;

    @Parameters(arity = "0..1", index = "1", paramLabel = "JOURNAL",
            description = "a journal folder, a data folder, or a file, plain or gzip")
    private @Nullable String journal;

    @Option(names = "--run", paramLabel = "ID", description = "that run of the journal (default: the last)")
    private @Nullable String run;

    @Option(names = "--format", paramLabel = "markdown", description = "the cards of all lenses as a page")
    private @Nullable String format;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    public LensCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (format != null) {
            screen.out().print(page(format));
            return 0;
        }
        Optional<Lens<?>> lens = lens();
        Optional<Path> place = journalPath(lens.isPresent());
        if (place.isPresent()) {
            show(lens.orElse(null), place.get());
        } else if (run != null) {
            throw new UserException("--run " + run + " needs the journal that holds the run", "Add the journal.");
        } else {
            explain(lens);
        }
        return 0;
    }

    private String page(String format) {
        if (!format.equals("markdown")) {
            throw new UserException("--format must be markdown, got \"" + format + "\"", "Omit it to print a table.");
        }
        if (name != null || run != null || json) {
            throw new UserException("--format markdown is a page of all lenses", "Omit the other arguments.");
        }
        return LensGuide.markdown(cards());
    }

    private Optional<Lens<?>> lens() {
        return name == null ? Optional.empty() : journal == null ? LensLookup.find(name)
                : Optional.of(LensLookup.require(name));
    }

    /** A single argument that is no lens is a journal, if there is one of that name. */
    private Optional<Path> journalPath(boolean isLens) {
        String written = journal != null ? journal : isLens ? null : name;
        if (written == null) {
            return Optional.empty();
        }
        Path path = JournalOpener.pathOf(written);
        if (journal == null && !Files.exists(path) && !written.matches(".*[./\\\\].*")) {
            throw new UserException("there is no lens and no journal \"" + written + "\"", LensLookup.remedy(written));
        }
        return Optional.of(path);
    }

    private void explain(Optional<Lens<?>> lens) {
        if (json) {
            screen.out().println(JsonText.write(lens.map(one -> LensCardView.json(one.card())).orElseGet(() -> JsonValue
                    .of(Map.of("lenses", JsonValue.of(cards().stream().map(LensCardView::json).toList()))))));
        } else if (lens.isPresent()) {
            LensCardView.explain(lens.get().card(), screen);
        } else {
            LensCardView.list(cards(), screen);
        }
    }

    private void show(@Nullable Lens<?> lens, Path place) {
        RunReader runs = new RunReader(place, screen);
        String chosen = runs.runOrLast(run);
        List<LogEntry> entries = JournalSnapshot.read(place, chosen, screen).entries();
        LensReplayResult replayed = LensReplay.of(chosen, entries, lens);
        if (replayed.rounds().isEmpty()) {
            throw new UserException("run " + chosen + " has no rounds: no agent emitted a signal",
                    "See it with: waggle log show " + place);
        }
        if (json) {
            screen.out().println(JsonText.write(LensReplayJson.of(replayed, lens)));
            return;
        }
        screen.out().println(TextStyle.printable("run " + chosen + (run == null && runs.hasEarlierRun(chosen)
                ? ", the last of several (others: --run ID)"
                : "")));
        LensReport report = new LensReport(replayed, screen, TerminalWidth.ofTable(),
                RunLog.of(chosen, entries).numbers());
        if (lens == null) {
            report.all();
        } else {
            report.one(lens);
        }
    }

    private static List<LensCard> cards() {
        return LensCatalog.all().stream().<LensCard>map(Lens::card).toList();
    }
}
