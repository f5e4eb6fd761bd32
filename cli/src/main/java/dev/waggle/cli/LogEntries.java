package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.file.JournalFile;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.log.LogEntry;

/** The entries of a journal that a command was pointed at: its folder, or a file of it, plain or gzip. */
final class LogEntries {

    /** The segment that is being written. */
    private static final String ACTIVE = "events.jsonl";

    private LogEntries() {}

    /**
     * Hands over every entry that fits, in order; the limit of the query is not looked at.
     *
     * @return how many bytes of a last line that is cut short were passed over
     */
    static long forEach(Path journal, JournalQuery query, Consumer<LogEntry> each) {
        try (JournalFile reading = JournalFile.read(file(journal))) {
            for (Optional<LogEntry> next = reading.next(); next.isPresent(); next = reading.next()) {
                if (query.fits(next.get())) {
                    each.accept(next.get());
                }
            }
            return reading.tornBytes();
        }
    }

    private static Path file(Path journal) {
        if (!Files.exists(journal)) {
            throw new UserError("no such file: " + journal, "Check the path.");
        }
        if (!Files.isDirectory(journal)) {
            return journal;
        }
        Path active = journal.resolve(ACTIVE);
        if (!Files.exists(active)) {
            throw new UserError(journal + " holds no journal", "Name a folder with " + ACTIVE + " in it, or a file.");
        }
        return active;
    }
}
