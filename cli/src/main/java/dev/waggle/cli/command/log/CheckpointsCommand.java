package dev.waggle.cli.command.log;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle checkpoints}: states saved for a later resumption. */
@Command(name = "checkpoints", synopsisSubcommandLabel = "(list | show | delete)", //
        description = "Shows and deletes saved states.")
public final class CheckpointsCommand {

    private final TerminalScreen screen;

    public CheckpointsCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Command(name = "list", description = "Lists saved states with time and size.")
    int list(@Mixin DataOption data,
            @Option(names = "--json", description = "one JSON array") boolean json) {
        List<CheckpointListing> listings = store(data.folder()).list();
        if (json) {
            screen.out().println(JsonText.write(
                    JsonValue.of(listings.stream().map(CheckpointsCommand::json).toList())));
            return 0;
        }
        if (listings.isEmpty()) {
            screen.out().println("no checkpoints");
            return 0;
        }
        try (TextTable table = new TextTable(screen.out(), screen.style(), List.of(new Column("id", Side.LEFT),
                new Column("saved at", Side.LEFT), new Column("bytes", Side.RIGHT)))) {
            listings.forEach(one -> table.row(List.of(Cell.of(one.id()), savedAt(one),
                    Cell.of(String.valueOf(one.bytes())))));
        }
        return 0;
    }

    @Command(name = "show", description = "Shows a saved state as JSON.")
    int show(@Parameters(paramLabel = "ID", description = "which") String id,
            @Mixin DataOption data) {
        Checkpoint checkpoint = UserException.checked(() -> store(data.folder()).load(id))
                .orElseThrow(() -> unknown(id, data.folder()));
        screen.err().println("saved at " + checkpoint.savedAt());
        screen.err().flush();
        screen.out().println(JsonText.write(checkpoint.state()));
        return 0;
    }

    @Command(name = "delete", description = "Deletes a saved state, damaged or not.")
    int delete(@Parameters(paramLabel = "ID", description = "which") String id,
            @Mixin DataOption data) {
        if (!UserException.checked(() -> store(data.folder()).delete(id))) {
            throw unknown(id, data.folder());
        }
        screen.out().println("deleted " + id);
        return 0;
    }

    private static CheckpointStore store(Path data) {
        if (!Files.isDirectory(data)) {
            throw new UserException("there is no folder " + data, "Name the data folder that the program uses.");
        }
        return FileCheckpointStore.open(data, World.system());
    }

    private static UserException unknown(String id, Path data) {
        return new UserException("there is no checkpoint " + id + " in " + data, "See waggle checkpoints list.");
    }

    private static Cell savedAt(CheckpointListing one) {
        return one.savedAt() == null ? new Cell("damaged", Ink.RED) : Cell.of(one.savedAt().toString());
    }

    private static JsonValue json(CheckpointListing one) {
        return new JsonObjectBuilder().with("id", one.id())
                .with("savedAt", one.savedAt() == null ? JsonValue.ofNull() : JsonValue.of(one.savedAt().toString()))
                .with("bytes", one.bytes()).json();
    }
}
