package dev.waggle.cli.command.log;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RedactionView;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.WaitOption;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log redact}: replaces the text of signals wherever it stands. */
@Command(name = "redact", addMethodSubcommands = false, sortOptions = false, //
        description = {"Replaces the text of signals by [redacted] wherever it stands in a folder.",
            "It rewrites the lines of the signals, answers of agents, prompts, other signals with the same text,"
                    + " recordings, cassettes and checkpoints. The log gets an entry with the id of each signal. There"
                    + " is no way back.",
            "Texts of fewer than eight characters are replaced only where they are a whole value. Exit code 1 when a"
                    + " file that is not rewritten may hold the text."}, //
        footer = {"", "Example:", "  waggle log redact .waggle sig_01m8hd225q4a8nayf9kxs8r70s"})
public final class LogRedactCommand implements Callable<Integer> {

    private static final int LEFT = 1;

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "JOURNAL", description = "a journal folder, or a data folder")
    private Path journal = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SIGNAL_ID", description = "the id of a signal")
    private List<String> signals = List.of();

    @Option(names = "--json", description = "the result as JSON")
    private boolean json;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    public LogRedactCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        JournalOpener.requireExisting(journal);
        if (!Files.isDirectory(journal)) {
            throw new UserException(journal + " is a file", "Name the folder of a journal, or a data folder.");
        }
        if (signals.stream().anyMatch(String::isBlank)) {
            throw new UserException("the id of a signal is blank",
                    "Find ids with: waggle log show " + journal + " --json");
        }
        DataFolder.requireNoServer(journal, "waggle log redact");
        RedactionReport done = JournalRedaction.of(journal).without(MemoryFolder.in(journal))
                .withLockWait(waitOption.duration())
                .redact(signals.stream().distinct().map(RedactionTarget::ofSignal).toList());
        List<RedactedTarget> unknown = done.targets().stream()
                .filter(target -> target.outcome() == RedactionOutcome.UNKNOWN).toList();
        if (unknown.size() == done.targets().size()) {
            throw new UserException(journal + " holds no signal \"" + unknown.getFirst().signalId() + '"',
                    "Find ids with: waggle log show " + journal + " --json");
        }
        forgetMemories();
        if (json) {
            screen.out().println(JsonText.write(json(done)));
        } else {
            print(done);
        }
        return done.left().isEmpty() ? 0 : LEFT;
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
            String id = TextStyle.printable(String.valueOf(target.signalId()));
            screen.out().println(switch (target.outcome()) {
                case REDACTED -> id + "  redacted in " + RedactionView.counted(target.lines(), "line") + " of "
                        + RedactionView.counted(target.files(), "file");
                case ABSENT -> id + "  has no text, or was redacted before";
                case UNKNOWN -> id + "  is unknown";
            });
        }
        RedactionView.print(done, screen);
    }

    private static JsonValue json(RedactionReport done) {
        return new JsonObjectBuilder().with("changed", done.isChanged())
                .with("lines", done.lines())
                .with("signals", done.targets().stream().<JsonValue>map(target -> new JsonObjectBuilder()
                        .withPresent("signal", target.signalId())
                        .with("outcome", target.outcome().name().toLowerCase(Locale.ROOT))
                        .with("lines", target.lines())
                        .with("files", target.files()).json()).toList())
                .with("files", RedactionView.files(done))
                .with("left", RedactionView.left(done.left()))
                .json();
    }
}
