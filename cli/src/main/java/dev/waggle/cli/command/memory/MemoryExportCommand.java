package dev.waggle.cli.command.memory;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.output.CommandOutput;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.server.api.data.StoredMemoryJson;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle memory export}: memories as JSON lines. */
@Command(name = "export", addMethodSubcommands = false, //
        description = {"Writes memories as JSON, one a line, the oldest first, with all fields.", //
            "waggle memory import reads them."}, //
        footer = {"", "Examples:", //
            "  waggle memory export memories.jsonl", //
            "  waggle memory export - --tenant acme | gzip > acme.jsonl.gz"})
public final class MemoryExportCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(arity = "0..1", paramLabel = "OUT", defaultValue = "-",
            description = "the file; - is the standard output (default: ${DEFAULT-VALUE})")
    private String out = "-";

    @Mixin
    private MemoryFilterOptions filters = new MemoryFilterOptions();

    @Mixin
    private ForceOption force = new ForceOption();

    @Option(names = "--json", description = "the summary as JSON")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public MemoryExportCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        MemoryFilter filter = filters.filter(World.system().now());
        OutputPlace place = force.place(out, List.of(data.folder().toString()));
        try (MemoryFolder folder = MemoryAccess.existing(data, screen)) {
            long total = place.isScreen() ? 0 : folder.ask(MemoryStore::stats).total();
            long written;
            try (CommandOutput file = place.open(screen, FileAccess.OWNER);
                    ProgressBar bar = ProgressBar.on(screen, "writing memories", total)) {
                PrintWriter lines = file.writer();
                long[] done = {0};
                written = folder.ask(store -> MemoryPages.forEach(store, filter, memory -> {
                    lines.println(JsonText.write(StoredMemoryJson.of(memory)));
                    done[0]++;
                    bar.at(done[0]);
                }));
                file.commit();
            }
            if (!place.isScreen()) {
                report(written, place.name());
            }
        }
        return 0;
    }

    private void report(long written, String name) {
        screen.out().println(json
                ? JsonText.write(new JsonObjectBuilder().with("written", written).with("file", name).json())
                : MemoryTable.count(written, "") + " written to " + TextStyle.printable(name));
    }
}
