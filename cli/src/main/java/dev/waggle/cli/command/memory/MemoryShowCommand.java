package dev.waggle.cli.command.memory;

import java.time.Instant;
import java.util.concurrent.Callable;

import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.journal.JsonText;
import dev.waggle.server.api.data.StoredMemoryJson;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.StoredMemory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle memory show}: one memory as a whole. */
@Command(name = "show", addMethodSubcommands = false, //
        description = "Shows a memory as a whole: its text, where it comes from and what became of it.", //
        footer = {"", "Examples:", //
            "  waggle memory show mem-3f2a91c04d7e", //
            "  waggle memory show 3f2a --json"})
public final class MemoryShowCommand implements Callable<Integer> {

    private static final int NAME = 12;

    private final TerminalScreen screen;

    @Parameters(paramLabel = "ID", description = "its id, or the beginning of it")
    private String id = "";

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public MemoryShowCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        try (MemoryFolder folder = MemoryAccess.existing(data, screen)) {
            StoredMemory memory = folder.ask(store -> MemoryAccess.named(store, id));
            if (json) {
                screen.out().println(JsonText.write(StoredMemoryJson.of(memory)));
            } else {
                show(memory, World.system().now());
            }
        }
        return 0;
    }

    private void show(StoredMemory memory, Instant now) {
        TextWrap.keepingLines(memory.content(), TerminalWidth.ofText()).forEach(screen.out()::println);
        screen.out().println();
        MemoryOrigin origin = memory.origin();
        line("id", memory.id());
        line("category", memory.category());
        line("author", origin.author());
        line("tenant", origin.tenant());
        line("run", origin.run() == null ? "none, it was added by hand" : origin.run());
        line("signal", origin.signalId());
        line("stored", origin.time() + " (" + MemoryTable.age(origin.time(), now) + ")");
        line("importance", MemoryTable.number(memory.importance()));
        line("strength", MemoryTable.number(memory.strength()));
        line("outcome", switch (memory.outcome()) {
            case UNKNOWN -> "unknown";
            case RIGHT -> "right: the decision of its run was";
            case WRONG -> "wrong: the decision of its run was, so its strength counts half";
        });
        line("agreed", memory.reinforcedBy().isEmpty()
                ? "nobody beside the author"
                : String.join(", ", memory.reinforcedBy()));
        if (!memory.metadata().isEmpty()) {
            line("metadata", JsonText.write(JsonValue.of(memory.metadata())));
        }
    }

    private void line(String name, @Nullable String value) {
        if (value != null) {
            TextWrap.beside(screen.style().paint(Ink.DIM, TextTable.padded(name, NAME)), NAME, value,
                    TerminalWidth.ofText()).forEach(screen.out()::println);
        }
    }
}
