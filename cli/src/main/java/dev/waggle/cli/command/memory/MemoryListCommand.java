package dev.waggle.cli.command.memory;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;

import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.server.api.data.StoredMemoryJson;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.StoredMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle memory list}: the latest memories. */
@Command(name = "list", addMethodSubcommands = false, //
        description = {"Lists the latest memories, the oldest first.", //
            "The beginning of an id names a memory in all commands."}, //
        footer = {"", "Examples:", //
            "  waggle memory list", //
            "  waggle memory list --author optimist --newer-than 7d --json"})
public final class MemoryListCommand implements Callable<Integer> {

    /** Maximum number of memories that are shown at once: they are held in memory. */
    static final int MAX_SHOWN = 10_000;

    private final TerminalScreen screen;

    @Option(names = {"-n", "--limit"}, paramLabel = "N", defaultValue = "50", //
            description = "maximum number, 1 to " + MAX_SHOWN + " (default: ${DEFAULT-VALUE})")
    private int limit;

    @Mixin
    private MemoryFilterOptions filters = new MemoryFilterOptions();

    @Option(names = "--json", description = "as JSON, one memory a line, with all fields and the whole text")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public MemoryListCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        requireLimit(limit);
        Instant now = World.system().now();
        MemoryFilter filter = filters.filter(now);
        try (MemoryFolder memory = MemoryAccess.existing(data, screen)) {
            Deque<StoredMemory> latest = new ArrayDeque<>();
            long all = memory.ask(store -> MemoryPages.forEach(store, filter, each -> {
                latest.add(each);
                if (latest.size() > limit) {
                    latest.remove();
                }
            }));
            if (json) {
                latest.forEach(each -> screen.out().println(JsonText.write(StoredMemoryJson.of(each))));
            } else if (latest.isEmpty()) {
                screen.out().println(filters.isGiven() ? "no such memories" : "no memories");
            } else {
                try (MemoryTable table = new MemoryTable(screen, now, false)) {
                    latest.forEach(each -> table.row(each, OptionalDouble.empty()));
                }
            }
            reportMore(all - latest.size());
        }
        return 0;
    }

    private void reportMore(long hidden) {
        if (hidden > 0) {
            screen.err().println(screen.style().paint(Ink.DIM, "waggle: " + MemoryTable.count(hidden, "older ")
                    + " not shown - Use -n for a longer list."));
        }
    }

    static void requireLimit(int limit) {
        if (limit < 1 || limit > MAX_SHOWN) {
            throw new UserException("--limit must be between 1 and " + MAX_SHOWN + ", got " + limit,
                    "Use for example -n 20, or waggle memory export for all.");
        }
    }
}
