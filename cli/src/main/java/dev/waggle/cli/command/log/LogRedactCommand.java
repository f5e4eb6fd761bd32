package dev.waggle.cli.command.log;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.RedactionView;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.redaction.JournalRedaction;
import dev.waggle.journal.redaction.RedactionReport;
import dev.waggle.journal.redaction.RedactionReport.RedactedTarget;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.journal.redaction.RedactionTarget;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waggle log redact}: replaces the text of signals wherever it stands. */
@Command(name = "redact", addMethodSubcommands = false, sortOptions = false, //
        description = {"Replaces the text of signals by [redacted] wherever it stands in a folder.",
            "It rewrites the lines of the signals, answers of agents, prompts, other signals with the same text,"
                    + " recordings, cassettes and checkpoints. The log gets an entry with the id of each signal. There"
                    + " is no way back. A folder that another process writes, or that a server owns, is refused.",
            "Texts of fewer than eight characters are replaced only where they are a whole value. Exit code 1 when a"
                    + " file that is not rewritten may hold the text."}, //
        footer = {"", "Examples:", //
            "  waggle log redact .waggle sig_01m8hd225q4a8nayf9kxs8r70s", //
            "  waggle log redact .waggle sig_01m8hd225q4a8nayf9kxs8r70s --dry-run", //
            "  waggle log redact .waggle sig_01m8hd225q4a8nayf9kxs8r70s --yes"})
public final class LogRedactCommand implements Callable<Integer> {

    private static final int LEFT = 1;
    private static final String NO_TEXT = "was redacted already, or has no text";

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(index = "0", paramLabel = "JOURNAL", description = "a journal folder, or a data folder")
    private Path journal = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SIGNAL_ID", description = "the id of a signal")
    private List<String> signals = List.of();

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    public LogRedactCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        if (signals.stream().anyMatch(String::isBlank)) {
            throw new UserException("the id of a signal is blank", findIds());
        }
        removal.prepare(journal, "waggle log redact", screen);
        JournalRedaction redaction = JournalRedaction.of(journal).without(MemoryFolder.in(journal))
                .withLockWait(removal.lockWait());
        List<RedactionTarget> targets = signals.stream().distinct().map(RedactionTarget::ofSignal).toList();
        if (removal.isDryRun() || !removal.isConfirmed()) {
            List<RedactedTarget> chosen = known(redaction.preview(targets));
            if (removal.isDryRun()) {
                showChosen(chosen);
                return 0;
            }
            if (!removal.isConfirmedBy(screen, in, prospect(chosen), "redact", () -> list(chosen))) {
                screen.out().println("nothing was redacted");
                return 0;
            }
        }
        RedactionReport done = redaction.redact(targets);
        List<RedactedTarget> _ = known(done);
        forgetMemories();
        if (removal.isJson()) {
            screen.out().println(JsonText.write(json(done)));
        } else {
            print(done);
        }
        return done.left().isEmpty() ? 0 : LEFT;
    }

    /** The signals that the folder holds; a request in which none is known is refused. */
    private List<RedactedTarget> known(RedactionReport report) {
        List<RedactedTarget> known = report.targets().stream()
                .filter(target -> target.outcome() != RedactionOutcome.UNKNOWN).toList();
        if (known.isEmpty()) {
            throw new UserException(journal + " holds no signal \"" + report.targets().getFirst().signalId() + '"',
                    findIds());
        }
        return known;
    }

    private String findIds() {
        return "Find ids with: waggle log show " + journal + " --json";
    }

    private void showChosen(List<RedactedTarget> chosen) {
        if (removal.isJson()) {
            screen.out().println(JsonText.write(new JsonObjectBuilder()
                    .with("chosen", chosen.stream().map(target -> counts(target).json()).toList()).json()));
            return;
        }
        list(chosen);
        screen.out().println(prospect(chosen));
    }

    private static String prospect(List<RedactedTarget> chosen) {
        long texts = chosen.stream().filter(target -> target.lines() > 0).count();
        return (texts == 0 ? "nothing" : RedactionView.counted(texts, "signal")) + " would be redacted";
    }

    private void list(List<RedactedTarget> chosen) {
        chosen.forEach(target -> screen.out().println("  " + id(target) + "  "
                + (target.lines() == 0 ? NO_TEXT : counted(target))));
    }

    /** The memories of the signals have their texts, and an index that cannot be rewritten by lines. */
    private void forgetMemories() {
        if (MemoryFolder.isIn(journal)) {
            try (MemoryFolder memory = MemoryFolder.open(journal, MemorySettings.DEFAULTS.decayEvery(), screen,
                    "The signals are redacted. Mend it, and forget their memories: waggle memory forget.")) {
                int count = memory.forgetSignals(Set.copyOf(signals)).size();
                if (count > 0) {
                    screen.warn(RedactionView.counted(count, "remembered text") + " forgotten in " + memory.folder());
                }
            }
        }
    }

    private void print(RedactionReport done) {
        for (RedactedTarget target : done.targets()) {
            screen.out().println(id(target) + switch (target.outcome()) {
                case REDACTED -> "  redacted, " + counted(target);
                case ABSENT -> "  " + NO_TEXT;
                case UNKNOWN -> "  is unknown";
            });
        }
        RedactionView.print(done, journal, screen);
    }

    private static String id(RedactedTarget target) {
        return TextStyle.printable(String.valueOf(target.signalId()));
    }

    private static String counted(RedactedTarget target) {
        return RedactionView.counted(target.lines(), "line") + " of " + RedactionView.counted(target.files(), "file");
    }

    private static JsonValue json(RedactionReport done) {
        return new JsonObjectBuilder().with("changed", done.isChanged())
                .with("lines", done.lines())
                .with("signals", done.targets().stream().map(target -> counts(target)
                        .with("outcome", target.outcome().name().toLowerCase(Locale.ROOT)).json()).toList())
                .with("files", RedactionView.files(done))
                .with("left", RedactionView.left(done.left()))
                .json();
    }

    private static JsonObjectBuilder counts(RedactedTarget target) {
        return new JsonObjectBuilder().withPresent("signal", target.signalId())
                .with("lines", target.lines())
                .with("files", target.files());
    }
}
