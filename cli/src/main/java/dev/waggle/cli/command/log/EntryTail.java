package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** The last entries of a journal, and those that are appended to it. */
public final class EntryTail {

    /** Poll interval of a followed journal. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private final TerminalScreen screen;
    private final Path file;

    public EntryTail(TerminalScreen screen, Path file) {
        this.screen = screen;
        this.file = file;
    }

    /**
     * Shows so many entries.
     *
     * @param follow true to continue until the thread is interrupted
     * @param template the template of an entry, or {@code null} for text or JSON
     */
    public void show(int count, boolean follow, @Nullable String template, boolean json) throws InterruptedException {
        if (count < 0) {
            throw new UserException("--lines must be at least 0, got " + count, "Use for example -n 20.");
        }
        EntryPrinter printer = new EntryPrinter(screen, RunNames.in(file), json, template);
        try (JournalReader journal = JournalOpener.open(file)) {
            List<LogEntry> last = journal.select(JournalQuery.last(Math.max(count, 1)));
            last.stream().limit(count).forEach(entry -> print(entry, printer));
            JournalOpener.report(journal, screen);
            if (follow) {
                follow(last.isEmpty() ? 0 : last.getLast().sequence(), printer);
            }
        }
    }

    private void follow(long after, EntryPrinter printer) throws InterruptedException {
        try (JournalReader journal = JournalOpener.open(file)) {
            if (journal.isCompressed()) {
                throw new UserException(file + " is compressed, so nothing will be appended to it",
                        "Omit --follow.");
            }
            while (!screen.out().checkError()) {
                for (Optional<LogEntry> next = journal.next(after + 1); next.isPresent(); next = journal
                        .next(after + 1)) {
                    print(next.get(), printer);
                }
                Thread.sleep(LOOK);
            }
        }
    }

    private static void print(LogEntry entry, EntryPrinter printer) {
        printer.add(entry);
        printer.print(entry);
    }
}
