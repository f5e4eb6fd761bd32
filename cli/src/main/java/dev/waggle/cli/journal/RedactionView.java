package dev.waggle.cli.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.redaction.RedactionReport;
import dev.waggle.journal.redaction.RedactionReport.LeftFile;
import dev.waggle.journal.redaction.RedactionReport.RedactedFile;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;

/** The files of a redaction, for a person and as JSON. */
public final class RedactionView {

    private RedactionView() {}

    /** Shows the rewritten files of a folder, and warns of those that may hold a text still. */
    public static void print(RedactionReport done, Path folder, TerminalScreen screen) {
        for (RedactedFile file : done.files()) {
            screen.out().println("  " + TextStyle.printable(named(file.file(), folder).toString()) + "  "
                    + counted(file.lines(), "line"));
        }
        done.left().forEach(file -> screen.warn(TextStyle.printable(named(file.file(), folder)
                + " was not rewritten everywhere: " + file.reason())));
    }

    /** A file below the folder as the user wrote it; the reports have real paths. */
    private static Path named(Path file, Path folder) {
        try {
            Path real = folder.toRealPath();
            return file.startsWith(real) ? folder.resolve(real.relativize(file)) : file;
        } catch (IOException gone) {
            return file;
        }
    }

    /** A number with its noun. */
    public static String counted(long count, String noun) {
        return String.format(PlainLocale.NONE, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /** The rewritten files: file, lines. */
    public static List<JsonValue> files(RedactionReport done) {
        return done.files().stream().<JsonValue>map(file -> new JsonObjectBuilder()
                .with("file", file.file().toString()).with("lines", file.lines()).json()).toList();
    }

    /** The files that may hold a text still: file, reason. */
    public static List<JsonValue> left(List<LeftFile> files) {
        return files.stream().<JsonValue>map(file -> new JsonObjectBuilder()
                .with("file", file.file().toString()).with("reason", file.reason()).json()).toList();
    }
}
