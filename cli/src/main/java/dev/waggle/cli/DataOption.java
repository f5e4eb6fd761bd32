package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.signals.Signals;
import dev.waggle.journal.signals.SignalsConfig;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which data folder a command works on: the one that is named, else {@code $WAGGLE_DATA}, else {@code .waggle} here. */
final class DataOption {

    private static final String VARIABLE = "WAGGLE_DATA";

    /** Commands are short, so the next one can wait for the one before it. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(10);

    @Option(names = "--data", paramLabel = "DIR", //
            description = "the data folder (default: $WAGGLE_DATA, else .waggle in this folder)")
    private @Nullable Path folder;

    Path folder() {
        String variable = System.getenv(VARIABLE);
        if (folder != null) {
            return folder;
        }
        return Path.of(variable == null || variable.isBlank() ? ".waggle" : variable);
    }

    /** The log of the folder, for reading. */
    Path requireLog() {
        Path log = folder().resolve("signals");
        if (!Files.isDirectory(log)) {
            throw new UserError("there are no signals in " + folder(),
                    "Name a data folder with --data, or generate one: waggle signals generate hello:world.");
        }
        return log;
    }

    /** Opens the folder for writing; creates it when there is none. What a command says is on the disk when it ends. */
    Signals open() {
        return open(folder());
    }

    static Signals open(Path data) {
        JournalConfig log = JournalConfig.defaults().withDurability(Durability.everyAppend()).withLockWait(LOCK_WAIT);
        return Signals.open(data, SignalsConfig.defaults().withLog(log), World.system());
    }

    /** Opens the folder for a solve, which says much in a short time. */
    static Signals openForSolve(Path data) {
        return Signals.open(data,
                SignalsConfig.defaults().withLog(JournalConfig.defaults().withLockWait(LOCK_WAIT)), World.system());
    }
}
