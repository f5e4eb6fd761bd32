package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.JournalSnapshot;
import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.transcript.Causality;
import dev.waggle.signal.transcript.TreeRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log tree}: causes and effects. */
@Command(name = "tree", addMethodSubcommands = false, description = "Shows signals as a tree of causes.")
public final class LogTreeCommand implements Callable<Integer> {

    /** Columns that a signal has beside its branch at least. */
    private static final int MIN_LABEL = 16;

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path journal = Path.of("");

    @Option(names = "--signal", paramLabel = "ID", description = "only the causes of that signal, the first"
            + " cause first")
    private @Nullable String signal;

    @Option(names = "--run", paramLabel = "ID", description = "only that run (default: all)")
    private @Nullable String run;

    @Option(names = "--replies", description = "the signal that is answered counts as the cause where none is named")
    private boolean replies;

    @Option(names = "--json", description = "as JSON, one a line: depth, entry")
    private boolean json;

    public LogTreeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        JournalSnapshot read = JournalSnapshot.read(journal, run, screen);
        IdentityHashMap<Signal, LogEntry> entries = new IdentityHashMap<>();
        read.entries().forEach(entry -> entries.put(entry.signal(), entry));
        List<Signal> signals = read.entries().stream().map(LogEntry::signal).toList();
        RunNames names = RunNames.of(read.entries());
        Causality causality = replies ? Causality.withReplies(signals) : Causality.of(signals);
        if (json) {
            rows(causality).forEach(row -> screen.out().println(json(row, entryOf(row.signal(), entries))));
        } else if (signal == null) {
            List<TreeRow> tree = causality.tree();
            List<String> branches = TreeOutline.of(tree);
            int width = TerminalWidth.ofLine();
            for (int i = 0; i < tree.size(); i++) {
                String branch = branches.get(i);
                screen.out().println(branch + TextTable.clip(label(entryOf(tree.get(i).signal(), entries), names),
                        Math.max(MIN_LABEL, width - branch.length())));
            }
        } else {
            chain(causality, signal).forEach(
                    current -> screen.out().println(EntryLine.of(entryOf(current, entries), screen.style(), names)));
        }
        return 0;
    }

    /** A chain is a tree without branches. */
    private List<TreeRow> rows(Causality causality) {
        if (signal == null) {
            return causality.tree();
        }
        List<TreeRow> rows = new ArrayList<>();
        chain(causality, signal).forEach(current -> rows.add(new TreeRow(current, rows.size(), true)));
        return rows;
    }

    private static String json(TreeRow row, LogEntry entry) {
        return JsonText.write(new JsonObjectBuilder().with("depth", row.depth())
                .with("entry", EntryCodec.encode(entry)).json());
    }

    private List<Signal> chain(Causality causality, String id) {
        List<Signal> chain = causality.chain(id);
        if (chain.isEmpty()) {
            throw new UserException(journal + " holds no signal \"" + id + "\"" + (run == null ? "" : " of run " + run),
                    "Find its id with: waggle log show " + journal + " --format '{{ signal.id }} {{ signal.name }}'");
        }
        return chain;
    }

    private static LogEntry entryOf(Signal signal, IdentityHashMap<Signal, LogEntry> entries) {
        return Objects.requireNonNull(entries.get(signal), "every signal came with its entry");
    }

    private static String label(LogEntry entry, RunNames names) {
        String name = names.of(entry.signal()).map(proposal -> " " + proposal).orElse("");
        return "#" + entry.sequence() + " " + entry.signal().type().text() + name + " (" + entry.emission().by() + ")";
    }
}
