package dev.waggle.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.signals.SignalBroker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Data folder of a command: the one that is named, else {@code $WAGGLE_DATA}, else {@code .waggle} here. */
public final class DataOption {

    private static final String VARIABLE = "WAGGLE_DATA";
    private static final String STANDARD = "-";

    @Option(names = "--data", paramLabel = "DIR", //
            description = "the data folder (default: .waggle in this folder, unless $WAGGLE_DATA names one)")
    private @Nullable Path folder;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    /** The folder that the flag names; {@code null} without it. */
    public @Nullable Path named() {
        return folder;
    }

    public Path folder() {
        String variable = System.getenv(VARIABLE);
        if (folder != null) {
            return folder;
        }
        if (STANDARD.equals(variable)) {
            throw new UserException(VARIABLE + " is \"-\", which names no folder", "Set it to the path of a folder.");
        }
        return Path.of(variable == null || variable.isBlank() ? ".waggle" : variable);
    }

    /** Maximum wait for another process that is writing there. */
    public Duration lockWait() {
        return waitOption.duration();
    }

    /** The log of the folder, for reading. */
    public Path requireLog() {
        Path log = DataFolder.logOf(folder());
        if (!Files.isDirectory(log)) {
            throw new UserException("there are no signals in " + folder(),
                    "Name a data folder with --data, or generate one: waggle signals generate hello:world.");
        }
        return log;
    }

    /**
     * Opens the inboxes of an existing folder to look at them, without a lock and without the right to write.
     *
     * @param agent the agent; {@code null} for all
     * @throws UserException when there are no signals, or there is no such agent
     */
    public InboxReader readInboxes(TerminalScreen screen, @Nullable String agent) {
        requireLog();
        InboxReader inboxes = DataFolder.readInboxes(screen, folder());
        if (agent != null && !inboxes.isKnown(agent)) {
            inboxes.close();
            throw unknown(agent);
        }
        return inboxes;
    }

    /**
     * Opens an existing folder for changes of the inbox of an agent.
     *
     * @throws UserException when there are no signals, or there is no such agent
     */
    public SignalBroker openInboxes(TerminalScreen screen, String agent) {
        requireLog();
        if (!hasAgent(agent)) {
            throw unknown(agent);
        }
        return open(screen);
    }

    /** True if the folder knows an agent of that id; nothing is created. */
    public boolean hasAgent(String agent) {
        return Files.isDirectory(DataFolder.logOf(folder())) && DataFolder.hasAgent(folder(), agent);
    }

    /** The refusal of an agent that no signal is delivered to. */
    private static UserException unknown(String agent) {
        return new UserException("there is no agent \"" + agent + "\"", "See waggle signals subscriptions.");
    }

    /** Opens the folder for writing; creates a missing one. A command's signals are on the disk when it ends. */
    public SignalBroker open(TerminalScreen screen) {
        return DataFolder.openDurably(screen, folder(), waitOption.duration());
    }
}
