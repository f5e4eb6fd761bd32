package dev.waggle.cli.journal;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.text.PlainLocale;

/** Opens the journals that users name, and reports damage. */
public final class JournalOpener {

    private JournalOpener() {}

    /** Opens a journal for reading. */
    public static JournalReader open(Path place) {
        requireExisting(place);
        return JournalReader.open(place);
    }

    /** Refuses a path without a file. */
    public static void requireExisting(Path place) {
        if (!Files.exists(place)) {
            throw new UserException("no such file: " + place, "Check the path.");
        }
    }

    /** Reports unreadable places on the error stream. */
    public static void report(JournalReader journal, TerminalScreen screen) {
        report(journal.damages(), screen);
        if (journal.tornBytes() > 0) {
            warn(String.format(PlainLocale.NONE, "the last line is cut short (%d bytes) and was not shown",
                    journal.tornBytes()), screen);
        }
    }

    /** Reports damages on the error stream. */
    static void report(List<JournalDamage> damages, TerminalScreen screen) {
        damages.forEach(damage -> warn(damage.message(), screen));
    }

    private static void warn(String message, TerminalScreen screen) {
        screen.out().flush();
        screen.err().println(screen.style().paint(Ink.YELLOW, "waggle: " + TextStyle.printable(message)));
    }

    /** The path that was written; refuses a text that cannot be one. */
    public static Path pathOf(String written) {
        try {
            return Path.of(written);
        } catch (InvalidPathException refused) {
            throw new UserException("no such file: " + written, "Check the path.");
        }
    }
}
