package dev.waggle.cli.command.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.EmbedderOptions;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.memory.MemoryStats;
import dev.waggle.swarm.memory.MemoryStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle memory stats}: figures of all memories. */
@Command(name = "stats", addMethodSubcommands = false, //
        description = "Shows figures of all memories: number, categories, mean strength, memories near eviction,"
                + " agreements, and bytes of log and index;"
                + " with --embeddings also of vectors, and memories that wait for one.", //
        footer = {"", "Examples:", //
            "  waggle memory stats", //
            "  waggle memory stats --json"})
public final class MemoryStatsCommand implements Callable<Integer> {

    private static final int WIDEST = 40;

    private final TerminalScreen screen;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    @Mixin
    private EmbedderOptions embedder = new EmbedderOptions();

    @Mixin
    private DataOption data = new DataOption();

    public MemoryStatsCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        try (MemoryFolder folder = MemoryAccess.existing(data, embedder, screen)) {
            MemoryStats stats = folder.ask(MemoryStore::stats);
            if (json) {
                screen.out().println(JsonText.write(json(stats, folder)));
            } else {
                show(stats, folder);
            }
        }
        return 0;
    }

    private static JsonValue.Obj json(MemoryStats stats, MemoryFolder folder) {
        Map<String, JsonValue> categories = new LinkedHashMap<>();
        stats.byCategory().forEach((name, number) -> categories.put(name, JsonValue.of(number)));
        JsonObjectBuilder figures = new JsonObjectBuilder().with("total", stats.total()).with("byCategory", categories)
                .with("averageStrength", stats.averageStrength()).with("nearEviction", stats.nearEviction())
                .with("totalReinforcements", stats.totalReinforcements()).with("logBytes", folder.logBytes())
                .with("indexBytes", folder.indexBytes());
        return folder.hasEmbedder()
                ? figures.with("vectorBytes", folder.vectorBytes()).with("waiting", folder.waitingForMeaning()).json()
                : figures.json();
    }

    private void show(MemoryStats stats, MemoryFolder folder) {
        line("memories", count(stats.total()));
        stats.byCategory().forEach((name, number) -> line("  " + TextTable.clip(name, WIDEST), count(number)));
        line("mean strength", MemoryTable.number(stats.averageStrength()));
        line("near eviction", count(stats.nearEviction()) + ", evicted below "
                + MemoryTable.number(folder.leastStrength()));
        line("agreements", count(stats.totalReinforcements()));
        line("log", count(folder.logBytes()) + " bytes");
        line("index", count(folder.indexBytes()) + " bytes, derived from the log");
        if (folder.hasEmbedder()) {
            line("vectors", count(folder.vectorBytes()) + " bytes");
            line("wait for a vector", count(folder.waitingForMeaning()));
        }
        line("folder", TextStyle.printable(folder.folder().toString()));
    }

    private void line(String name, String value) {
        screen.out().println(name + " ".repeat(Math.max(1, 20 - TextTable.width(name))) + value);
    }

    private static String count(long number) {
        return String.format(PlainLocale.NONE, "%,d", number);
    }
}
