package dev.waggle.cli.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A journal held in memory, for commands that walk to and fro in it.
 *
 * @param entries in order
 */
public record JournalSnapshot(List<LogEntry> entries) {

    public JournalSnapshot {
        entries = List.copyOf(entries);
    }

    /**
     * Reads a journal; unreadable places are named on the error stream.
     *
     * @param run only the entries of that run; all when null
     */
    public static JournalSnapshot read(Path path, @Nullable String run, TerminalScreen screen) {
        if (run != null) {
            List<LogEntry> ofRun = new RunReader(path, screen).read(run).entries();
            if (ofRun.isEmpty()) {
                throw RunReader.unknown(path, run);
            }
            return new JournalSnapshot(ofRun);
        }
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader journal = JournalOpener.open(path)) {
            journal.forEach(entry -> add(entry, entries, path));
            JournalOpener.report(journal, screen);
            return new JournalSnapshot(entries);
        }
    }

    /** The index of the entry with that sequence number, or of the last one before it; -1 when there is none. */
    public static int indexOf(List<LogEntry> entries, long sequence) {
        int from = 0;
        int to = entries.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (entries.get(middle).sequence() <= sequence) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from - 1;
    }

    private static void add(LogEntry entry, List<LogEntry> entries, Path path) {
        if (entries.size() == RunReader.MAX_ENTRIES) {
            throw new UserException(path + " holds more than " + RunReader.MAX_ENTRIES + " entries",
                    "Choose a run with --run.");
        }
        entries.add(entry);
    }
}
