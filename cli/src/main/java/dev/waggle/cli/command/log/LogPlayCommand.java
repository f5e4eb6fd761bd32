package dev.waggle.cli.command.log;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.JournalSnapshot;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.recording.RecordedRun;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.transcript.Player;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log play}: shows the state of a journal at one position, or steps through it. */
@Command(name = "play", addMethodSubcommands = false, sortOptions = false, //
        description = "Shows the state at a position of a journal, or steps through it by commands on standard"
                + " input.", //
        footer = {"", "Lines: " + PlayerConsole.USAGE})
public final class LogPlayCommand implements Callable<Integer> {

    private static final int NOT_UNDERSTOOD = 2;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path journal = Path.of("");

    @Option(names = "--at", paramLabel = "SEQ", //
            description = "after the entry with that sequence number; 0 is before the first")
    private @Nullable Long at;

    @Option(names = "--at-checkpoint", paramLabel = "NAME", //
            description = "after the last signal of type checkpoint:NAME")
    private @Nullable String checkpoint;

    @Option(names = "--run", paramLabel = "ID", description = "only that run (default: all)")
    private @Nullable String run;

    @Option(names = "--json", description = "states as JSON objects, one on each line")
    private boolean json;

    public LogPlayCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        if (at != null && (checkpoint != null || at < 0)) {
            throw checkpoint == null
                    ? new UserException("--at must be at least 0, got " + at, "Name a sequence number.")
                    : new UserException("--at and --at-checkpoint exclude each other", "Omit one of them.");
        }
        JournalSnapshot read = JournalSnapshot.read(journal, run, screen);
        Optional<RecordedRun> recorded = RecordedRun.of(read.entries());
        List<LogEntry> entries = recorded.map(RecordedRun::signals).orElse(read.entries());
        Player player = recorded.map(it -> Player.of(it.signals(), it.checkpoints()))
                .orElseGet(() -> Player.of(read.entries()));
        PlayerConsole console = new PlayerConsole(player, entries, screen, json);
        if (at != null) {
            player.goTo(JournalSnapshot.indexOf(entries, at));
        } else if (checkpoint != null) {
            gotoCheckpoint(player, checkpoint);
        } else {
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            boolean understood = console.play(lines);
            return understood || screen.interactive() ? 0 : NOT_UNDERSTOOD;
        }
        console.printSnapshot();
        return 0;
    }

    private void gotoCheckpoint(Player player, String name) {
        if (!player.gotoCheckpoint(name)) {
            List<String> known = player.checkpoints();
            throw new UserException(journal + " holds no checkpoint \"" + name + '"', known.isEmpty()
                    ? "A signal of type checkpoint:NAME marks one."
                    : "Maybe one of: " + String.join(", ", known) + ".");
        }
    }
}
