package dev.waggle.cli.learning;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.outcome.FinishedRun;
import dev.waggle.signal.log.LogEntry;

/** Reader of runs that have ended. */
public final class FinishedRunReader {

    private FinishedRunReader() {}

    /**
     * Reads a run of a journal.
     *
     * @throws UserException when the journal does not hold it, or it has not ended
     */
    public static FinishedRun read(Path journal, String run, TerminalScreen screen) {
        List<LogEntry> entries = new RunReader(journal, screen).read(run).entries();
        if (entries.isEmpty()) {
            throw RunIndex.read(journal, screen).unknown(run);
        }
        return UserException.checked(() -> FinishedRun.of(run, entries));
    }
}
