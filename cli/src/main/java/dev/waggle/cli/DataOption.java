package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.Style;
import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.Recovery;
import dev.waggle.journal.signals.Signals;
import dev.waggle.journal.signals.SignalsConfig;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which data folder a command works on: the one that is named, else {@code $WAGGLE_DATA}, else {@code .waggle} here. */
final class DataOption {

    private static final String VARIABLE = "WAGGLE_DATA";

    /** The folder below a data folder that holds the log of everything. */
    private static final String LOG = "signals";

    @Option(names = "--data", paramLabel = "DIR", //
            description = "the data folder (default: $WAGGLE_DATA, else .waggle in this folder)")
    private @Nullable Path folder;

    @Mixin
    private WaitOption patience = new WaitOption();

    Path folder() {
        String variable = System.getenv(VARIABLE);
        if (folder != null) {
            return folder;
        }
        return Path.of(variable == null || variable.isBlank() ? ".waggle" : variable);
    }

    /** The log of the folder, for reading. */
    Path requireLog() {
        Path log = folder().resolve(LOG);
        if (!Files.isDirectory(log)) {
            throw new UserError("there are no signals in " + folder(),
                    "Name a data folder with --data, or generate one: waggle signals generate hello:world.");
        }
        return log;
    }

    /** Opens the folder for writing; creates it when there is none. What a command says is on the disk when it ends. */
    Signals open(Screen screen) {
        return openDurably(screen, folder(), patience.duration());
    }

    /** Opens that folder for writing; what is said is on the disk when whoever said it is told so. */
    static Signals openDurably(Screen screen, Path data, Duration lockWait) {
        return open(screen, data,
                JournalConfig.defaults().withDurability(Durability.everyAppend()).withLockWait(lockWait));
    }

    /** Opens the folder for a solve, which says much in a short time. */
    static Signals openForSolve(Screen screen, Path data, Duration lockWait) {
        return open(screen, data, JournalConfig.defaults().withLockWait(lockWait));
    }

    /** The journal that is meant by a folder to write to: that of a data folder, or the folder itself. */
    static Path journalOf(Path folder) {
        return isData(folder) ? folder.resolve(LOG) : folder;
    }

    /** Whether it holds a log of signals and is no journal itself. */
    static boolean isData(Path folder) {
        return Files.isDirectory(folder.resolve(LOG)) && !Files.exists(folder.resolve("events.jsonl"));
    }

    /** Says what had to be repaired, and what is damaged, when a journal was opened. */
    static void report(Screen screen, FileJournal journal) {
        report(screen, journal.recovery());
    }

    private static void report(Screen screen, Recovery recovery) {
        if (!recovery.isClean()) {
            recovery.words().lines().forEach(line -> screen.err()
                    .println(screen.style().paint(Ink.YELLOW, "waggle: ") + Style.printable(line)));
            screen.err().flush();
        }
    }

    private static Signals open(Screen screen, Path data, JournalConfig log) {
        Signals signals = Signals.open(data, SignalsConfig.defaults().withLog(log), World.system());
        if (signals.log() instanceof FileJournal file) {
            report(screen, file);
        }
        report(screen, signals.inboxes().recovery());
        return signals;
    }
}
