package dev.waggle.cli.command.review;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.journal.RunReader.RunExcerpt;
import dev.waggle.cli.runs.ReplayConfig;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.review.json.ReplayJson;
import dev.waggle.review.replay.ReplayComparison;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle replay}: verifies that runs replay to the entries of their log, one by one. */
@Command(name = "replay", addMethodSubcommands = false, sortOptions = false, //
        customSynopsis = "waggle replay [RUN] (JOURNAL | --log DIR | --data DIR) [--all] [--json]", //
        description = {"Repeats a run from its log alone and compares every entry that the solve itself wrote.",
            "", "Nothing is asked and nothing is written: answers of agents, models and tools are read from the"
                    + " log. Every other entry must be equal to the one in the log."}, //
        footer = {"", "Exit code 1 when a run departs from its log, was imported, cannot be replayed,",
            "differs after a redaction, or may have lost entries.",
            "",
            "Try: waggle demo --log LOG, then waggle replay LOG"})
public final class ReplayCommand implements Callable<Integer> {

    private static final int DEPARTED = 1;

    private final TerminalScreen screen;

    @Parameters(arity = "0..2", paramLabel = "[RUN] JOURNAL", description = "a run (default: the last), and a journal:"
            + " its folder, a data folder, or a file, plain or gzip")
    private List<String> named = new ArrayList<>();

    @Option(names = "--log", paramLabel = "DIR", description = "the journal in that folder")
    private @Nullable Path log;

    @Option(names = "--data", paramLabel = "DIR", description = "the log of that data folder")
    private @Nullable Path data;

    @Option(names = "--all", description = "every run of the journal, with totals")
    private boolean all;

    @Option(names = "--json", description = "one JSON object; with --all one for each run and one for the totals")
    private boolean json;

    public ReplayCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    /**
     * Run and journal that the command line names.
     *
     * @param run the run; {@code null} for the last
     */
    private record ReplayTarget(Path place, @Nullable String run) {}

    @Override
    public Integer call() {
        ReplayTarget requested = target();
        if (all && requested.run() != null) {
            throw new UserException("--all and the run \"" + requested.run() + "\" exclude each other",
                    "Omit one of them.");
        }
        return all ? replayAll(requested.place()) : replayOne(requested);
    }

    private int replayOne(ReplayTarget target) {
        RunReader runs = new RunReader(target.place(), screen);
        String run = runs.runOrLast(target.run());
        RunExcerpt found = runs.readToVerify(run);
        if (found.entries().stream().noneMatch(entry -> entry.signal().type().equals(RunFacts.OPENED))) {
            RunIndex.read(target.place(), screen).requireRun(run);
        }
        ReplayComparison verdict = explained(compared(run, found.entries(), found.damages()), target.place());
        show(verdict);
        return verdict.isEqual() ? 0 : DEPARTED;
    }

    /** Compares each run after its last entry was read, so only active runs are held in memory. */
    private int replayAll(Path place) {
        RunIndex index;
        List<JournalDamage> damages;
        try (JournalReader reader = JournalOpener.open(place)) {
            index = RunIndex.of(place, reader);
            damages = reader.damages();
            JournalOpener.report(reader, screen);
        }
        index.requireAny();
        Map<ReplayComparison.Kind, Integer> totals = new EnumMap<>(ReplayComparison.Kind.class);
        Map<String, List<LogEntry>> held = new HashMap<>();
        long[] done = {0};
        try (JournalReader reader = JournalOpener.open(index.place());
                ProgressBar bar = ProgressBar.on(screen, "replaying " + index.place(), index.entries())) {
            reader.forEach(entry -> {
                String run = entry.signal().scope().run();
                RunIndex.IndexedRun known = run == null ? null : index.runs().get(run);
                if (run != null && known != null) {
                    held.computeIfAbsent(run, _ -> new ArrayList<>()).add(entry);
                    if (entry.sequence() == known.last()) {
                        ReplayComparison verdict = explained(
                                compared(run, held.remove(run), known.in(damages)), index.place());
                        totals.merge(verdict.kind(), 1, Integer::sum);
                        show(verdict);
                    }
                }
                bar.at(++done[0]);
            });
        }
        showTotals(totals);
        // Damage outside of every run that is known may have cost the beginning of another.
        return damages.isEmpty() && totals.keySet().stream().allMatch(ReplayComparison.Kind::isEqual) ? 0 : DEPARTED;
    }

    private static ReplayComparison compared(String run, List<LogEntry> entries, List<JournalDamage> damages) {
        return ReplayComparison.of(run, entries, ReplayConfig::of)
                .withDamage(damages.stream().map(JournalDamage::message).toList());
    }

    /** A mark in a text may also be what an agent said, so the journal has to hold a redaction. */
    private static ReplayComparison explained(ReplayComparison verdict, Path place) {
        ReplayComparison redacted = verdict.withRedactions();
        boolean isReadTwice = Files.isDirectory(place) || Files.isRegularFile(place);
        if (redacted.kind() == verdict.kind() || !isReadTwice) {
            return verdict;
        }
        Pattern facts = Pattern.of(RedactionFact.type().text());
        try (JournalReader reader = JournalOpener.open(place)) {
            return reader.select(JournalQuery.ALL.ofTypes(facts)).stream().anyMatch(RedactionFact::isFact)
                    ? redacted
                    : verdict;
        }
    }

    private void show(ReplayComparison verdict) {
        if (json) {
            screen.out().println(JsonText.write(ReplayJson.of(verdict)));
        } else {
            int width = TerminalWidth.ofLine();
            (verdict.run() + "  " + ReplayText.of(verdict)).lines()
                    .flatMap(line -> fitted(TextStyle.printable(line), width).stream()).forEach(screen.out()::println);
        }
        screen.out().flush();
    }

    /** The line; on a terminal that is too narrow for it, what follows of it is indented. */
    private static List<String> fitted(String line, int width) {
        if (TextTable.width(line) <= width) {
            return List.of(line);
        }
        return line.startsWith("  ") ? TextWrap.beside("  ", 2, line, width) : TextWrap.hanging(line, 2, width);
    }

    private void showTotals(Map<ReplayComparison.Kind, Integer> totals) {
        int runs = totals.values().stream().mapToInt(count -> count).sum();
        if (json) {
            JsonObjectBuilder fields = new JsonObjectBuilder().with("runs", runs);
            totals.forEach((kind, count) -> fields.with(kind.wireName(), JsonValue.of(count)));
            screen.out().println(JsonText.write(new JsonObjectBuilder().with("totals", fields.json()).json()));
        } else {
            screen.out().println(runs + (runs == 1 ? " run: " : " runs: ") + totals.entrySet().stream()
                    .map(total -> total.getValue() + " " + total.getKey().wireName())
                    .collect(Collectors.joining(", ")));
        }
    }

    private ReplayTarget target() {
        Path flagged = log == null ? data : log;
        if (log != null && data != null) {
            throw new UserException("--log and --data exclude each other", "Name one journal.");
        }
        if (flagged != null) {
            if (named.size() > 1) {
                throw new UserException("there are two journals: " + flagged + " and " + named.getLast(),
                        "Omit one of them.");
            }
            if (Files.exists(flagged) && !Files.isDirectory(flagged) && !Files.isRegularFile(flagged)) {
                throw new UserException(flagged + " is no folder", "Name the folder of a journal.");
            }
            return new ReplayTarget(flagged, named.isEmpty() ? null : named.getFirst());
        }
        if (named.isEmpty()) {
            throw new UserException("there is no journal to replay", "Name it: waggle replay FOLDER.");
        }
        Path place = JournalOpener.pathOf(named.getLast());
        if (named.size() == 1 && !Files.exists(place) && !named.getFirst().matches(".*[./\\\\].*")) {
            throw new UserException("no such journal: " + place, "To name a run, name its journal, too: waggle replay "
                    + place + " FOLDER.");
        }
        return new ReplayTarget(place, named.size() == 1 ? null : named.getFirst());
    }
}
