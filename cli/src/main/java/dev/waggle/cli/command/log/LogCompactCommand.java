package dev.waggle.cli.command.log;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalCompaction;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log compact}: removes entries of closed threads from the sealed segments. */
@Command(name = "compact", addMethodSubcommands = false, //
        description = {"Removes the entries of closed coordination threads from the sealed segments of a journal.", //
            "Each run of consecutive entries becomes one line with their number. The segment that is being"
                    + " written is not changed. A damaged segment is not changed either, and the exit code is then 1."})
public final class LogCompactCommand implements Callable<Integer> {

    private static final int DAMAGED = 1;

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, or a data folder")
    private Path journal = Path.of("");

    @Option(names = "--json", description = "the summary as JSON")
    private boolean json;

    public LogCompactCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        JournalOpener.requireExisting(journal);
        if (!Files.isDirectory(journal)) {
            throw new UserException(journal + " is a file", "Name the folder of a journal, or a data folder.");
        }
        DataFolder.requireNoServer(journal, "waggle log compact");
        JournalCompaction done = JournalCompaction.of(journal, World.system());
        if (json) {
            screen.out().println(JsonText.write(json(done)));
        } else {
            done.damaged().forEach(file -> screen.warn(file
                    + " is damaged and was not changed - See waggle log verify."));
            screen.printSentence(describe(done));
        }
        return done.damaged().isEmpty() ? 0 : DAMAGED;
    }

    private static String describe(JournalCompaction done) {
        if (done.removed() == 0) {
            return String.format(PlainLocale.NONE,
                    "nothing to remove: no entry of a closed thread is in a sealed segment"
                            + " (%,d bytes)",
                    done.bytesBefore());
        }
        return String.format(PlainLocale.NONE, "%,d %s of %d closed %s removed: %,d bytes before, %,d now",
                done.removed(), done.removed() == 1 ? "entry" : "entries", done.threads().size(),
                done.threads().size() == 1 ? "thread" : "threads", done.bytesBefore(), done.bytesAfter());
    }

    private static JsonValue json(JournalCompaction done) {
        return new JsonObjectBuilder().with("bytesBefore", done.bytesBefore())
                .with("bytesAfter", done.bytesAfter())
                .with("removed", done.removed())
                .with("threads", done.threads().stream().sorted().map(JsonValue::of).toList())
                .with("damaged", done.damaged().stream().map(Path::toString).map(JsonValue::of).toList()).json();
    }
}
