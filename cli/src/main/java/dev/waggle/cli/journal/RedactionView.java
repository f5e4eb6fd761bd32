package dev.waggle.cli.journal;

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

    /** Shows the rewritten files, and warns of those that may hold a text still. */
    public static void print(RedactionReport done, TerminalScreen screen) {
        for (RedactedFile file : done.files()) {
            screen.out().println("  " + TextStyle.printable(file.file().toString()) + "  "
                    + counted(file.lines(), "line"));
        }
        done.left().forEach(file -> screen.warn(TextStyle.printable(file.file() + " was not rewritten everywhere: "
                + file.reason())));
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
