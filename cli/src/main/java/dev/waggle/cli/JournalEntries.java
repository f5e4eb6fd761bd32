package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.file.JournalFile;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A journal held in memory, for commands that walk to and fro in it.
 *
 * @param entries in order
 * @param tornBytes how long a last line is that is cut short and was left out
 */
record JournalEntries(List<LogEntry> entries, long tornBytes) {

    /** Most entries: with more of them a run has to be chosen. */
    static final int MAX_ENTRIES = 2_000_000;

    JournalEntries {
        entries = List.copyOf(entries);
    }

    /**
     * Reads a journal.
     *
     * @param run only the entries of that run; all when null
     */
    static JournalEntries read(Path path, @Nullable String run) {
        if (Files.isDirectory(path)) {
            throw new UserError(path + " is a directory", "Name the file of a journal.");
        }
        if (!Files.exists(path)) {
            throw new UserError("no such file: " + path, "Check the path.");
        }
        List<LogEntry> entries = new ArrayList<>();
        try (JournalFile journal = JournalFile.read(path)) {
            for (Optional<LogEntry> next = journal.next(); next.isPresent(); next = journal.next()) {
                if (run == null || run.equals(next.get().signal().scope().run())) {
                    add(next.get(), entries, path);
                }
            }
            if (run != null && entries.isEmpty()) {
                throw new UserError(path + " holds no run \"" + run + '"',
                        "Find its runs with: waggle log show " + path + " --type run:opened --json");
            }
            return new JournalEntries(entries, journal.tornBytes());
        }
    }

    /** The index of the entry with that sequence number, or of the last one before it; -1 when there is none. */
    static int indexOf(List<LogEntry> entries, long sequence) {
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
        if (entries.size() == MAX_ENTRIES) {
            throw new UserError(path + " holds more than " + MAX_ENTRIES + " entries", "Choose a run with --run.");
        }
        entries.add(entry);
    }
}
