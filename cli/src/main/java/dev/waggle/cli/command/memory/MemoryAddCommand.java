package dev.waggle.cli.command.memory;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.InputText;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.EmbedderOptions;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryText;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle memory add}: stores a memory by hand. */
@Command(name = "add", addMethodSubcommands = false, //
        description = {"Adds a memory. It is on the disk when the command ends.", //
            "A text that is there already is not stored twice: its new author reinforces it."}, //
        footer = {"", "Examples:", //
            "  waggle memory add \"The staging database is rebuilt on Sundays\" --author maya", //
            "  waggle memory add - --category decision --importance 0.9 < decision.txt"})
public final class MemoryAddCommand implements Callable<Integer> {

    /** More than the longest text in UTF-8. */
    private static final int MAX_BYTES = 4 * NewMemory.MAX_CONTENT + 4;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(paramLabel = "TEXT", description = "the text; - reads it from the standard input")
    private String text = "";

    @Mixin
    private NewMemoryOptions fields = new NewMemoryOptions();

    @Option(names = "--json", description = "as one JSON object: id, added")
    private boolean json;

    @Mixin
    private EmbedderOptions embedder = new EmbedderOptions();

    @Mixin
    private DataOption data = new DataOption();

    public MemoryAddCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        NewMemory memory = fields.memory(text.equals(InputText.STANDARD_INPUT) ? read() : text, World.system().now());
        String id = MemoryText.id(memory.origin().tenant(), memory.content());
        try (MemoryFolder folder = MemoryAccess.anyOf(data, embedder, screen)) {
            Optional<StoredMemory> known = folder.ask(store -> store.find(id));
            List<String> _ = folder.ask(store -> store.share(List.of(memory)));
            Optional<StoredMemory> _ = folder.ask(store -> store.find(id)); // The index has it for the next command.
            if (json) {
                screen.out().println(
                        JsonText.write(new JsonObjectBuilder().with("id", id).with("added", known.isEmpty()).json()));
            } else {
                screen.out().println(known.isEmpty()
                        ? "added " + id
                        : id + " was there already, stated by "
                                + TextStyle.printable(known.get().origin().author()));
            }
            folder.awaitMeanings();
        }
        return 0;
    }

    private String read() {
        try (InputFile file = InputFile.of("standard input", in, MAX_BYTES)) {
            return InputText.read(file, NewMemory.MAX_CONTENT + 2).strip();
        }
    }
}
