package dev.waggle.cli.command.log;

import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.text.Suggestions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle schema}: JSON Schemas of signals, events and results, and the validation of files. */
@Command(name = "schema", addMethodSubcommands = false, sortOptions = false, //
        description = {"Lists the JSON Schemas of signals, events and results, prints one, or checks a file.", //
            "", "With --check every value of the file, or every line, is checked: as entries of a log where they have"
                    + " a sequence number, else as signals. A CloudEvent is read as log import reads"
                    + " it, and its content is checked. Exit code 1 when a value is refused."}, //
        footer = {"", "Try: waggle schema vote", "     waggle schema --check signals.jsonl",
            "     waggle demo --events | waggle schema event --check -",
            "     echo '{\"stance\":\"agree\"}' | waggle schema --check - --as vote"})
public final class SchemaCommand implements Callable<Integer> {

    private static final int REFUSED = 1;

    /** Folders that a user may omit in front of a schema's name; the first that fits is used. */
    private static final List<
            String> FOLDERS = List.of("", "payload/", "payload/harness/", "harness/", "part/", "form/");

    /** Column of the titles. */
    private static final int TITLE = 39;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(arity = "0..1", paramLabel = "TYPE", //
            description = "name of a schema: a type such as vote or harness:start, or a name from the list")
    private @Nullable String name;

    @Option(names = "--check", paramLabel = "FILE", description = "check that file, - for the standard input")
    private @Nullable String file;

    @Option(names = "--as", paramLabel = "TYPE",
            description = "schema of the values (default: detected from each value)")
    private @Nullable String as;

    public SchemaCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        if (file != null) {
            String schema = as != null ? as : name;
            return check(file, schema == null ? null : known(schema));
        }
        if (as != null) {
            throw new UserException("--as names the schema for --check", "Add --check FILE.");
        }
        if (name == null) {
            int width = TerminalWidth.ofText();
            JsonSchemas.names()
                    .forEach(each -> TextWrap.beside(String.format(PlainLocale.NONE, "  %-36s ", each), TITLE,
                            JsonSchemas.title(each), width).forEach(screen.out()::println));
        } else {
            screen.out().print(JsonSchemas.of(known(name)));
        }
        return 0;
    }

    /** A name of the list, or the end of one: {@code vote} is {@code payload/vote}. */
    private static String known(String schema) {
        return FOLDERS.stream().map(folder -> folder + schema).filter(JsonSchemas.names()::contains).findFirst()
                .orElseThrow(() -> new UserException("there is no schema \"" + schema + "\"", remedy(schema)));
    }

    private static String remedy(String schema) {
        List<String> written = JsonSchemas.names().stream()
                .flatMap(each -> FOLDERS.stream().filter(each::startsWith)
                        .map(folder -> each.substring(folder.length())))
                .toList();
        return Suggestions.nearest(schema, written).map(near -> "Maybe " + near + "? ").orElse("")
                + "See waggle schema for all.";
    }

    private int check(String path, @Nullable String schema) {
        try (InputFile opened = InputFile.open(path, in, screen, LineCodec.MAX_LINE);
                LineReader lines = new LineReader(opened)) {
            SchemaCheck check = new SchemaCheck(screen, schema);
            check.all(lines);
            return check.refused() == 0 ? 0 : REFUSED;
        }
    }
}
