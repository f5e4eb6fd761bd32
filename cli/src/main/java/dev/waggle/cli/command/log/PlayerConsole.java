package dev.waggle.cli.command.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

import dev.waggle.cli.journal.JournalSnapshot;
import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.SnapshotView;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.transcript.Player;

/**
 * Console of a log player: reads commands from a person or a pipe and reports its position after each. Owned by one
 * thread.
 */
final class PlayerConsole {

    /** Longest problem that is shown, in characters: a refused line may be as long as a file. */
    private static final int MAX_PROBLEM = 2_000;

    /** Commands of the console. */
    static final String USAGE = "step [N], back [N], next PATTERN, previous PATTERN, goto SEQ, checkpoint NAME,"
            + " rewind, end, show, help, quit";

    private final Player player;
    private final List<LogEntry> entries;
    private final TerminalScreen screen;
    private final boolean json;
    private final RunNames names;
    private boolean understood = true;

    PlayerConsole(Player player, List<LogEntry> entries, TerminalScreen screen, boolean json) {
        this.player = player;
        this.entries = entries;
        this.screen = screen;
        this.json = json;
        names = RunNames.of(entries);
    }

    /** Executes the lines until {@code quit} or their end; true if all of them were understood. */
    boolean play(BufferedReader lines) {
        printPosition();
        try {
            prompt();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.strip().equals("quit")) {
                    break;
                }
                follow(line.strip());
                prompt();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the next command: " + failed.getMessage(), failed);
        }
        return understood;
    }

    /** Prints the state of the recording at the position of the player. */
    void printSnapshot() {
        if (json) {
            screen.out().println(JsonText.write(SnapshotView.json(player.snapshot(), player.total())));
        } else {
            SnapshotView.lines(player.snapshot(), player.total(), screen.style(), names).forEach(screen.out()::println);
        }
    }

    private void follow(String line) {
        int blank = line.indexOf(' ');
        String word = blank < 0 ? line : line.substring(0, blank);
        String rest = blank < 0 ? "" : line.substring(blank + 1).strip();
        try {
            switch (word.toLowerCase(Locale.ROOT)) {
                case "", "step" -> move(player.index() + count(rest));
                case "back" -> move(player.index() - count(rest));
                case "goto" -> move(JournalSnapshot.indexOf(entries, number("SEQ", rest, 0)));
                case "rewind" -> move(-1);
                case "end" -> move(player.total() - 1L);
                case "next" -> arrive(player.gotoNext(Pattern.of(rest)).isPresent(), "no later entry matches " + rest);
                case "previous" ->
                    arrive(player.gotoPrevious(Pattern.of(rest)).isPresent(), "no earlier entry matches " + rest);
                case "checkpoint" -> arrive(player.gotoCheckpoint(rest),
                        "no checkpoint \"" + rest + "\", there are: " + String.join(", ", player.checkpoints()));
                case "show" -> printSnapshot();
                case "help" -> printNote(USAGE);
                default -> refuse("unknown: " + word + " - one of " + USAGE);
            }
        } catch (IllegalArgumentException refused) {
            refuse(String.valueOf(refused.getMessage()));
        }
    }

    private void move(long index) {
        player.goTo(Math.clamp(index, -1, player.total()));
        printPosition();
    }

    private void arrive(boolean found, String otherwise) {
        if (found) {
            printPosition();
        } else {
            printNote(otherwise);
        }
    }

    /** Programs read results only. */
    private void printNote(String text) {
        (json ? screen.err() : screen.out()).println(screen.style().paint(Ink.YELLOW, TextStyle.printable(text)));
        screen.err().flush();
    }

    private static long count(String text) {
        return text.isEmpty() ? 1 : number("N", text, 1);
    }

    private static long number(String name, String text, int min) {
        try {
            int value = Integer.parseInt(text);
            if (value >= min) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // Refused below, as one that is too small.
        }
        throw new IllegalArgumentException(
                name + " must be a whole number of at least " + min + ", got \"" + text + '"');
    }

    private void printPosition() {
        if (json) {
            printSnapshot();
            return;
        }
        String position = "%d/%d ".formatted(player.index() + 1, player.total());
        screen.out().println(screen.style().paint(Ink.BOLD, position) + player.current()
                .map(entry -> EntryLine.of(entry, screen.style(), names)).orElse("before the first entry"));
    }

    private void refuse(String problem) {
        understood = false;
        screen.out().flush();
        String line = TextStyle.printable(problem.replaceAll("\\s*\\R\\s*", " "));
        screen.err().println(screen.style().paint(Ink.RED, "waggle: ")
                + (line.length() <= MAX_PROBLEM ? line : line.substring(0, MAX_PROBLEM) + "…"));
        screen.err().flush();
    }

    private void prompt() {
        if (screen.interactive()) {
            screen.out().print(screen.style().paint(Ink.CYAN, "play> "));
        }
        screen.out().flush();
    }
}
