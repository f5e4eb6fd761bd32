package dev.waggle.cli.command.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.VerificationJson;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log verify}: reads every byte of a journal. */
@Command(name = "verify", addMethodSubcommands = false, //
        description = "Reads every byte of a journal and reports damage; exit code 1 when damage is found.")
public final class LogVerifyCommand implements Callable<Integer> {

    private static final int DAMAGED = 1;

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, a data folder, or a file, plain or gzip")
    private Path journal = Path.of("");

    @Option(names = "--json", description = "the result as JSON")
    private boolean json;

    public LogVerifyCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        JournalOpener.requireExisting(journal);
        JournalVerification found;
        try (ProgressBar bar = ProgressBar.on(screen, "verifying " + journal, bytes())) {
            found = JournalVerification.of(journal, bar::at);
        }
        List<Path> leftovers = leftovers();
        if (json) {
            screen.out().println(JsonText.write(VerificationJson.of(found, leftovers, Path::toString)));
        } else {
            print(found, leftovers);
        }
        if (!found.isSound() && !json && Files.isDirectory(journal)) {
            screen.out().println("put files back from a copy, or accept the loss: waggle log repair " + journal);
        }
        return found.isSound() ? 0 : DAMAGED;
    }

    /** Files that killed commands left, and recordings that were begun only. */
    private List<Path> leftovers() {
        if (!Files.isDirectory(journal)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>(LeftoverFiles.in(journal));
        found.addAll(RecordingStore.open(journal.resolve("recordings"), JournalConfig.defaults(), World.system())
                .leftBehind());
        return found;
    }

    private void print(JournalVerification found, List<Path> leftovers) {
        leftovers.forEach(file -> screen.out()
                .println("left by a command that was killed: " + TextStyle.printable(file.toString())));
        found.damages().forEach(damage -> screen.out().println(
                screen.style().paint(Ink.RED, "damaged  ") + TextStyle.printable(damage.message())));
        found.gaps().forEach((reason, count) -> screen.out()
                .println(count + (count == 1 ? " entry was " : " entries were ") + TextStyle.printable(reason)));
        if (found.first() > 1) {
            screen.out().println("it begins at " + found.first()
                    + ": earlier entries were removed, by retention or by hand");
        }
        if (found.repeatedIds() > 0) {
            screen.out().println(found.repeatedIds() == 1
                    ? "1 id occurs in more than one entry"
                    : found.repeatedIds() + " ids occur in more than one entry");
        }
        if (found.redactions() > 0) {
            screen.out().println(found.redactions() == 1 ? "1 signal redacted"
                    : found.redactions() + " signals redacted");
        }
        if (found.tornBytes() > 0) {
            screen.out().println("the last line is cut short or just being written: " + found.tornBytes() + " bytes");
        }
        screen.printSentence(
                String.format(PlainLocale.NONE, "%,d entries%s, %d to %d, in %d segment%s of %,d bytes: %s",
                        found.entries(), Files.isDirectory(journal.resolve("inboxes")) ? " with delivery facts" : "",
                        found.first(), found.last(), found.segments(), found.segments() == 1 ? "" : "s",
                        found.bytes(), found.isSound() ? "sound" : found.damages().size() + " damaged"));
    }

    /** Size of the input in bytes; 0, for no progress bar, when it is unknown. */
    private long bytes() {
        if (!Files.isDirectory(journal)) {
            return journal.toFile().length();
        }
        Path inData = journal.resolve("signals");
        if (!Files.isDirectory(inData)) {
            return bytes(journal);
        }
        Path inboxes = journal.resolve("inboxes");
        return bytes(inData) + (Files.isDirectory(inboxes) ? bytes(inboxes) : 0);
    }

    private static long bytes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> segments = files.filter(file -> file.getFileName().toString().endsWith(".jsonl")).toList();
            return segments.stream().mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + " cannot be listed: " + failed.getMessage(), failed);
        }
    }
}
