package dev.waggle.cli.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;

/** Data folders: a log of signals with the inboxes of agents. */
public final class DataFolder {

    /** The folder below a data folder that holds the log of everything. */
    private static final String LOG = "signals";

    private DataFolder() {}

    /** The folder of the log below a data folder. */
    public static Path logOf(Path data) {
        return data.resolve(LOG);
    }

    /** Opens that folder for writing; a signal is on the disk before its publication returns. */
    public static SignalService openDurably(TerminalScreen screen, Path data, Duration lockWait) {
        return open(screen, data,
                JournalConfig.defaults().withDurability(Durability.everyAppend()).withLockWait(lockWait));
    }

    /** Opens the folder for a solve, which publishes many signals in a short time. */
    public static SignalService openForSolve(TerminalScreen screen, Path data, Duration lockWait) {
        return open(screen, data, JournalConfig.defaults().withLockWait(lockWait));
    }

    /** Opens the inboxes of that folder to look at them; damage is reported. */
    public static InboxReader readInboxes(TerminalScreen screen, Path data) {
        InboxReader inboxes = inboxes(data);
        JournalOpener.report(inboxes.damages(), screen);
        return inboxes;
    }

    /** True if that folder knows an agent of that id, by facts alone. */
    public static boolean hasAgent(Path data, String agent) {
        try (InboxReader inboxes = inboxes(data)) {
            return inboxes.isKnown(agent);
        }
    }

    private static InboxReader inboxes(Path data) {
        return InboxReader.open(data, InboxConfig.defaults(), World.system());
    }

    /** The journal that a folder to write to refers to: the journal of a data folder, or the folder itself. */
    public static Path journalOf(Path folder) {
        return isData(folder) ? logOf(folder) : folder;
    }

    /** True if it holds a log of signals and is no journal itself. */
    public static boolean isData(Path folder) {
        return Files.isDirectory(logOf(folder)) && !Files.exists(folder.resolve("events.jsonl"));
    }

    /** Reports repairs and damage that opening the journal found. */
    public static void report(TerminalScreen screen, FileJournal journal) {
        report(screen, journal.recovery());
    }

    private static void report(TerminalScreen screen, RecoveryReport recovery) {
        if (!recovery.isClean()) {
            recovery.message().lines().forEach(screen::warn);
            screen.err().flush();
        }
    }

    private static SignalService open(TerminalScreen screen, Path data, JournalConfig log) {
        SignalService signals = SignalService.open(data, SignalServiceConfig.defaults().withLog(log), World.system());
        if (signals.log() instanceof FileJournal file) {
            report(screen, file);
        }
        report(screen, signals.inboxes().recovery());
        return signals;
    }
}
