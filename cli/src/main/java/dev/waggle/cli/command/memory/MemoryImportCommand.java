package dev.waggle.cli.command.memory;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.EmbedderOptions;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.server.api.data.StoredMemoryJson;
import dev.waggle.server.api.data.StoredMemoryJson.ReadMemory;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.NewMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle memory import}: reads memories from a file. */
@Command(name = "import", addMethodSubcommands = false, //
        description = {"Reads memories from JSON lines, as waggle memory export writes them, or from lines of text.", //
            "They keep their author, run, time, tenant and agreements; their strength begins anew. A text that is there"
                    + " already is not stored twice. With an error in any line, nothing is imported."}, //
        footer = {"", "Examples:", //
            "  waggle memory import memories.jsonl --data other/.waggle", //
            "  waggle memory import - --text --author maya < facts.txt"})
public final class MemoryImportCommand implements Callable<Integer> {

    /** The longest text, escaped, with its other fields. */
    private static final int MAX_LINE = 6 * NewMemory.MAX_CONTENT + (1 << 20);

    /** Maximum number of errors that are shown. */
    private static final int MAX_SHOWN = 20;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(paramLabel = "FILE", description = "the file, gzip or not; - is the standard input")
    private String file = "";

    @Option(names = "--text", description = "each line is the text of a memory")
    private boolean isText;

    @Option(names = "--skip-bad", description = "import the other lines when some cannot be read, and name those")
    private boolean isLenient;

    @Mixin
    private NewMemoryOptions usual = new NewMemoryOptions();

    @Option(names = "--json", description = "the summary as JSON: read, added, known, skipped")
    private boolean json;

    @Mixin
    private EmbedderOptions embedder = new EmbedderOptions();

    @Mixin
    private DataOption data = new DataOption();

    public MemoryImportCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        List<UserException> bad = new ArrayList<>();
        List<ReadMemory> memories = read(bad);
        if (!bad.isEmpty() && !isLenient) {
            throw new UserException(refused(bad));
        }
        bad.stream().limit(MAX_SHOWN).forEach(error -> screen.warn("skipped " + error.getMessage()));
        try (MemoryFolder folder = MemoryAccess.anyOf(data, embedder, screen)) {
            MemoryImport imported = new MemoryImport(screen, memories);
            report(folder.ask(imported::into), memories.size(), bad.size());
            folder.awaitMeanings();
        }
        return 0;
    }

    private List<ReadMemory> read(List<UserException> bad) {
        NewMemory usually = usual.memory("-", World.system().now());
        List<ReadMemory> memories = new ArrayList<>();
        try (LineReader lines = new LineReader(InputFile.open(file, in, screen, MAX_LINE))) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (line.get().isBlank()) {
                    continue;
                }
                try {
                    memories.add(isText
                            ? text(line.get(), usually)
                            : StoredMemoryJson.read(JsonText.read(line.get()), usually));
                } catch (IllegalArgumentException refused) {
                    bad.add(new UserException(lines.location() + ": " + UserException.of(refused).getMessage(),
                            "Mend that line."));
                }
            }
        }
        return memories;
    }

    private static ReadMemory text(String line, NewMemory usual) {
        return new ReadMemory(new NewMemory(line.strip(), usual.category(), usual.importance(), usual.origin(),
                usual.metadata()), List.of(), MemoryOutcome.UNKNOWN);
    }

    private static List<UserException> refused(List<UserException> bad) {
        List<UserException> errors = new ArrayList<>(bad.subList(0, Math.min(MAX_SHOWN, bad.size())));
        errors.add(new UserException(bad.size() + (bad.size() == 1 ? " line" : " lines") + " cannot be read"
                + (bad.size() > MAX_SHOWN ? ", the first " + MAX_SHOWN + " are shown" : "")
                + ", so nothing was imported", "Mend them, or add --skip-bad."));
        return errors;
    }

    private void report(MemoryImport.Count count, int read, int skipped) {
        screen.out().println(json
                ? JsonText.write(new JsonObjectBuilder().with("read", read).with("added", count.added())
                        .with("known", count.known()).with("skipped", skipped).json())
                : MemoryTable.count(count.added(), "") + " added, " + count.known() + " known before"
                        + (skipped == 0 ? "" : ", " + skipped + " skipped"));
    }
}
