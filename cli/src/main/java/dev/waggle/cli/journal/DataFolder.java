package dev.waggle.cli.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.folder.SharedFolder;
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

    /**
     * Opens that folder for writing, through the server that owns it if there is one. A signal is on the disk before
     * its publication returns.
     */
    public static SignalBroker openDurably(TerminalScreen screen, Path data, Duration lockWait) {
        return open(screen, data,
                JournalConfig.defaults().withDurability(Durability.everyAppend()).withLockWait(lockWait));
    }

    /** The same for a solve, which publishes many signals in a short time. */
    public static SignalBroker openForSolve(TerminalScreen screen, Path data, Duration lockWait) {
        return open(screen, data, JournalConfig.defaults().withLockWait(lockWait));
    }

    /**
     * Opens that folder in this process, for a command that serves it to others. A signal is on the disk before its
     * publication returns. Signals tell when agents wake and fall asleep.
     *
     * @param command the command
     * @throws UserException when a server owns it
     */
    public static SignalService openAsOwner(TerminalScreen screen, Path data, Duration lockWait, String command) {
        requireNoServer(data, command);
        return reported(screen, SignalService.open(data, SignalServiceConfig.defaults().withTransitions(true)
                .withLog(JournalConfig.defaults().withDurability(Durability.everyAppend()).withLockWait(lockWait)),
                World.system()));
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

    /**
     * Refuses a folder that a server owns, for a command that rewrites files of its log.
     *
     * @param folder a data folder, or its log
     * @param command the command
     * @throws UserException when a server owns it
     */
    public static void requireNoServer(Path folder, String command) {
        server(folder).ifPresent(process -> {
            throw new UserException(folder + " belongs to the server of process " + process + ", and " + command
                    + " needs it alone", "End that server, repeat the command, and start the server again.");
        });
    }

    /** The process of the server that owns a data folder or its log, if there is one. */
    public static OptionalLong server(Path folder) {
        return SharedFolder.server(dataOf(folder.toAbsolutePath().normalize()), World.system());
    }

    /** The data folder of a log, by the name of the log; any other folder is itself the answer. */
    public static Path dataOf(Path folder) {
        Path parent = folder.getParent();
        return folder.endsWith(LOG) && parent != null ? parent : folder;
    }

    /** The log of a data folder, through the server that owns it; empty when there is no server. */
    public static Optional<SignalBroker> connect(Path data, Duration lockWait) {
        return SharedFolder.connect(data,
                SignalServiceConfig.defaults().withLog(JournalConfig.defaults().withLockWait(lockWait)),
                World.system());
    }

    private static SignalBroker open(TerminalScreen screen, Path data, JournalConfig log) {
        SignalBroker signals = SharedFolder.open(data, SignalServiceConfig.defaults().withLog(log), World.system());
        return signals instanceof SignalService own ? reported(screen, own) : signals;
    }

    private static SignalService reported(TerminalScreen screen, SignalService own) {
        report(screen, own.log());
        report(screen, own.inboxes().recovery());
        return own;
    }
}
