package dev.waggle.cli;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.Recovery;
import dev.waggle.journal.signals.Signals;
import dev.waggle.signal.inbox.Inboxes;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import org.jspecify.annotations.Nullable;

/**
 * What a solve writes to and is told from: its log, and the inboxes of its agents.
 *
 * <pre>
 *   nothing named       a log in memory, no inboxes
 *   --log FOLDER        that journal
 *   --data FOLDER       the log of that data folder and its inboxes
 *   both                that journal, and the inboxes of the data folder
 * </pre>
 */
final class Archive implements AutoCloseable {

    private final Journal journal;
    private final @Nullable Signals signals;

    private Archive(Journal journal, @Nullable Signals signals) {
        this.journal = journal;
        this.signals = signals;
    }

    /** Opens what was named; the agents are known to the data folder from then on. */
    static Archive open(Screen screen, @Nullable Path log, @Nullable Path data, List<String> agents) {
        Signals signals = data == null ? null : DataOption.openForSolve(data);
        try {
            if (signals != null) {
                agents.forEach(signals.inboxes()::knowAgent);
            }
            Journal journal = log != null
                    ? report(screen, FileJournal.open(log))
                    : signals != null ? signals.log() : new MemoryJournal();
            return new Archive(journal, signals);
        } catch (RuntimeException | Error failed) {
            if (signals != null) {
                signals.close();
            }
            throw failed;
        }
    }

    Journal journal() {
        return journal;
    }

    /** What the log holds of that solve. */
    List<LogEntry> solve(String run) {
        return switch (journal) {
            case FileJournal file -> file.select(JournalQuery.ALL.ofRun(run));
            default -> journal.read(1, Integer.MAX_VALUE);
        };
    }

    Inboxes inboxes() {
        return signals == null ? Inboxes.none() : signals.inboxes();
    }

    /** Closing the log of a data folder twice is harmless. */
    @Override
    public void close() {
        try (journal) {
            if (signals != null) {
                signals.close();
            }
        }
    }

    private static FileJournal report(Screen screen, FileJournal journal) {
        Recovery recovery = journal.recovery();
        if (!recovery.isClean()) {
            screen.err().println(screen.style().paint(Ink.YELLOW, "waggle: ") + recovery.words());
            screen.err().flush();
        }
        return journal;
    }
}
