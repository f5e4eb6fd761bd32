package dev.waggle.cli.command.memory;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;

import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.EmbedderOptions;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.server.api.data.StoredMemoryJson;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle memory search}: the memories that a solve of that question would recall. */
@Command(name = "search", addMethodSubcommands = false, //
        description = {"Finds memories for a query, the best first: by relevance times importance times strength.", //
            "A solve recalls the first 5 of them."}, //
        footer = {"", "Examples:", //
            "  waggle memory search \"shard or buy time?\"", //
            "  waggle memory search deadlock --category discovery --json"})
public final class MemorySearchCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(paramLabel = "QUERY", description = "words or a question")
    private String query = "";

    @Option(names = {"-n", "--limit"}, paramLabel = "N", defaultValue = "10", //
            description = "maximum number, 1 to " + MemoryListCommand.MAX_SHOWN + " (default: ${DEFAULT-VALUE})")
    private int limit;

    @Mixin
    private MemoryFilterOptions filters = new MemoryFilterOptions();

    @Option(names = "--json", description = "as JSON, one memory a line, with all fields, relevance and score")
    private boolean json;

    @Mixin
    private EmbedderOptions embedder = new EmbedderOptions();

    @Mixin
    private DataOption data = new DataOption();

    public MemorySearchCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        MemoryListCommand.requireLimit(limit);
        if (query.isBlank()) {
            throw new UserException("the query is blank", "Give words to search for, or use waggle memory list.");
        }
        Instant now = World.system().now();
        MemoryFilter filter = filters.filter(now);
        try (MemoryFolder memory = MemoryAccess.existing(data, embedder, screen)) {
            memory.awaitMeanings();
            List<FoundMemory> found = memory.ask(store -> store.search(query, limit, filter));
            if (json) {
                found.forEach(each -> screen.out().println(JsonText.write(StoredMemoryJson.fields(each.memory())
                        .with("relevance", each.relevance()).with("score", each.score()).json())));
            } else if (found.isEmpty()) {
                screen.out().println(memory.hasEmbedder()
                        ? "no memory has a near meaning"
                        : "no memory has any of these words");
            } else {
                try (MemoryTable table = new MemoryTable(screen, now, true)) {
                    found.forEach(each -> table.row(each.memory(), OptionalDouble.of(each.relevance())));
                }
            }
        }
        return 0;
    }
}
