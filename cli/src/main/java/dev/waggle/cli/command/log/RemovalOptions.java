package dev.waggle.cli.command.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.option.WaitOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.redaction.RunDeletion;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options, checks and confirmation of a command that removes content from a log for good. */
public final class RemovalOptions {

    /** Longest line that a person enters as the confirmation. */
    private static final int MAX_REPLY = 100;

    @Option(names = "--dry-run", description = "show what would be removed, and change nothing")
    private boolean isDryRun;

    @Option(names = "--yes", description = "remove without a question; needed where no terminal can be asked")
    private boolean isConfirmed;

    @Option(names = "--json", description = "the result as JSON")
    private boolean json;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    boolean isDryRun() {
        return isDryRun;
    }

    boolean isConfirmed() {
        return isConfirmed;
    }

    boolean isJson() {
        return json;
    }

    Duration lockWait() {
        return waitOption.duration();
    }

    /**
     * Refuses what is no folder of a journal, or belongs to a server, and completes what a killed command left.
     *
     * @param command name of the command, such as {@code waggle log delete}
     */
    void prepare(Path journal, String command, TerminalScreen screen) {
        JournalOpener.requireExisting(journal);
        if (!Files.isDirectory(journal)) {
            throw new UserException(journal + " is a file", "Name the folder of a journal, or a data folder.");
        }
        DataFolder.requireNoServer(journal, command);
        if (!isDryRun && RunDeletion.of(journal).withLockWait(lockWait()).complete()) {
            screen.warn("an interrupted deletion or redaction of " + journal + " is complete now");
        }
    }

    /**
     * Asks the person at the terminal, unless the command line has the confirmation.
     *
     * @param fact number of things and their fate, such as {@code 3 runs would be deleted}
     * @param verb imperative of the act, such as {@code delete}
     * @param list prints the things before the question
     * @throws UserException when there is no confirmation and no terminal
     */
    boolean isConfirmedBy(TerminalScreen screen, InputStream in, String fact, String verb, Runnable list) {
        if (isConfirmed) {
            return true;
        }
        String question = fact + " for good";
        if (!screen.interactive() || json) {
            throw new UserException(question, "Add --yes to " + verb + ", or --dry-run to see what.");
        }
        list.run();
        screen.out().print(question + ". " + Character.toUpperCase(verb.charAt(0)) + verb.substring(1)
                + "? y or n: ");
        screen.out().flush();
        try {
            StringBuilder reply = new StringBuilder();
            for (int next = in.read(); next >= 0 && next != '\n' && reply.length() < MAX_REPLY; next = in.read()) {
                reply.append((char) next);
            }
            return List.of("y", "yes").contains(reply.toString().strip().toLowerCase(Locale.ROOT));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read from the terminal: " + failed.getMessage(), failed);
        }
    }
}
