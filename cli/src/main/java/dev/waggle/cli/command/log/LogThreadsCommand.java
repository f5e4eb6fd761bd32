package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.ThreadView;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.exchange.JournalImporter;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log threads}: the coordination threads of a journal. */
@Command(name = "threads", addMethodSubcommands = false, //
        description = "Shows the coordination threads of a journal in their state after its last entry.")
public final class LogThreadsCommand implements Callable<Integer> {

    /** Maximum number of signals shown of a thread. */
    private static final int MAX_SHOWN = 1000;

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path file = Path.of("");

    @Option(names = "--thread", paramLabel = "ID", description = "only that thread")
    private @Nullable String threadId;

    @Option(names = "--all", description = "include signals that are no longer active")
    private boolean all;

    @Option(names = "--json", description = "as JSON, one thread a line")
    private boolean json;

    public LogThreadsCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
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
        DefaultConnectivityLayer layer = restored(facts);
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
    private DefaultConnectivityLayer restored(List<LogEntry> facts) {
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

    private static ThreadView view(DefaultConnectivityLayer layer, String thread, SignalQuery query) {
        return new ThreadView(thread, layer.stats(thread), layer.convergence(thread),
                layer.query(query.withLimit(MAX_SHOWN).withOrder(SignalQuery.Order.OLDEST)));
    }
}
