package dev.waggle.cli.command.log;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.waggle.cli.journal.JournalSnapshot;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.recording.Recording;
import dev.waggle.journal.recording.RecordingLabel;
import dev.waggle.journal.recording.RecordingQuery;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.recording.RecordingWriter;
import dev.waggle.journal.recording.UnknownRecordingException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.transcript.CheckpointMarker;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle recordings}: runs that are stored under a name. */
@Command(name = "recordings", //
        synopsisSubcommandLabel = "(add | list | mark | delete)", //
        description = "Stores runs of a journal under names and tags, with marked positions.", //
        footer = {"", "Play one: waggle log play .waggle/recordings/ID --at-checkpoint NAME"})
public final class RecordingsCommand {

    private final TerminalScreen screen;

    public RecordingsCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Command(name = "add", //
            description = "Stores one run of a journal, with the source and the call of each signal; prints its id.")
    int add(@Parameters(paramLabel = "JOURNAL", //
            description = "a journal folder, a data folder, or a file, plain or gzip") Path journal,
            @Option(names = "--run", paramLabel = "ID", //
                    description = "id of the run (default: the last)") @Nullable String run,
            @Option(names = "--name", paramLabel = "NAME", description = "name of the recording") @Nullable String name,
            @Option(names = "--harness", paramLabel = "TYPE", //
                    description = "the kind of harness that ran") @Nullable String harness,
            @Option(names = "--tag", paramLabel = "TAG", description = "a tag for searches; repeat for more") //
            @Nullable List<String> tags,
            @Mixin DataOption folder) {
        RecordingLabel label = label(name, harness, tags);
        List<LogEntry> entries = run(JournalSnapshot.read(journal, run, screen).entries(), journal);
        String id;
        try (RecordingWriter recorder = store(folder).create(label)) {
            entries.forEach(entry -> recorder.append(entry.signal(), entry.emission()));
            recorder.finish(Recording.Outcome.COMPLETE, null);
            id = recorder.id();
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        screen.out().println(id); // Closing has brought it to the disk.
        return 0;
    }

    @Command(name = "list", description = "Lists recordings, the newest first.")
    int list(@Option(names = "--harness", paramLabel = "TYPE", description = "only of that kind of harness") //
    @Nullable String harness,
            @Option(names = "--tag", paramLabel = "TAG", description = "only with that tag; repeat to accept"
                    + " any of several") //
            @Nullable List<String> tags,
            @Option(names = {"-n", "--limit"}, paramLabel = "N", defaultValue = "100", //
                    description = "maximum number (default: ${DEFAULT-VALUE})") int limit,
            @Option(names = "--offset", paramLabel = "N", defaultValue = "0", //
                    description = "number to skip (default: ${DEFAULT-VALUE})") int offset,
            @Mixin DataOption folder,
            @Option(names = "--json", description = "as JSON, one a line") boolean json) {
        RecordingQuery query;
        try {
            query = new RecordingQuery(harness, tags == null ? Set.of() : new HashSet<>(tags), offset, limit);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        List<Recording> found = store(folder).list(query);
        found.forEach(
                one -> screen.out().println(json ? JsonText.write(json(one)) : line(one, TerminalWidth.ofLine())));
        if (found.isEmpty() && !json) {
            screen.out().println("no recordings");
        }
        return 0;
    }

    @Command(name = "mark", //
            description = "Marks the end of a recording under a name, for waggle log play --at-checkpoint.")
    int mark(@Parameters(index = "0", paramLabel = "ID", description = "which recording") String id,
            @Parameters(index = "1", paramLabel = "NAME", description = "the name of the mark") String name,
            @Mixin DataOption folder) {
        CheckpointMarker marked;
        try (RecordingWriter recorder = store(folder).resume(id)) {
            marked = recorder.checkpoint(name);
        } catch (UnknownRecordingException unknown) {
            throw unknown(unknown);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        screen.out().println(name + " marks signal " + marked.index());
        return 0;
    }

    @Command(name = "delete", description = "Deletes a recording.")
    int delete(@Parameters(paramLabel = "ID", description = "which recording") String id,
            @Mixin DataOption folder) {
        if (!store(folder).delete(id)) {
            throw new UserException("there is no recording \"" + TextStyle.printable(id) + '"',
                    "See waggle recordings list.");
        }
        screen.out().println("deleted " + id);
        return 0;
    }

    /** The entries of one run: the run of the last entry that has one. */
    private static List<LogEntry> run(List<LogEntry> entries, Path journal) {
        for (LogEntry entry : entries.reversed()) {
            String run = entry.signal().scope().run();
            if (run != null) {
                return entries.stream().filter(each -> run.equals(each.signal().scope().run())).toList();
            }
        }
        throw new UserException(journal + " holds no run",
                "Name a journal that waggle solve wrote with --log or --data.");
    }

    private static RecordingLabel label(@Nullable String name, @Nullable String harness, @Nullable List<String> tags) {
        return UserException
                .checked(() -> new RecordingLabel(name, harness, tags == null ? List.of() : new ArrayList<>(tags)));
    }

    private static RecordingStore store(DataOption folder) {
        return RecordingStore.open(folder.folder().resolve("recordings"), JournalConfig.defaults(), World.system());
    }

    private static UserException unknown(UnknownRecordingException unknown) {
        return new UserException(String.valueOf(unknown.getMessage()), "See waggle recordings list.");
    }

    /** In one line if it fits, else in two. */
    private static String line(Recording one, int width) {
        RecordingLabel label = one.label();
        String text = TextStyle.printable(((label.name() == null ? "" : label.name() + " ")
                + (label.tags().isEmpty() ? "" : "[" + String.join(", ", label.tags()) + "]")).strip());
        String head = "  " + one.id() + "  " + LocalTimeText.of(one.createdAt());
        String line = head
                + String.format(PlainLocale.NONE, "  %6d signals  %-10s %s", one.signalCount(), word(one), text);
        return TextTable.width(line) <= width
                ? line
                : head + System.lineSeparator()
                        + TextTable.clip(String.format(PlainLocale.NONE, "    %d signals, %s  %s",
                                one.signalCount(), word(one), text), width);
    }

    private static JsonValue json(Recording one) {
        return new JsonObjectBuilder().with("id", one.id())
                .withPresent("name", one.label().name())
                .withPresent("harnessType", one.label().harnessType())
                .with("tags", one.label().tags().stream().map(JsonValue::of).toList())
                .with("createdAt", one.createdAt().toEpochMilli())
                .with("signalCount", one.signalCount())
                .with("state", word(one))
                .with("checkpoints", one.checkpoints().stream().map(each -> new JsonObjectBuilder()
                        .with("name", each.name()).with("index", each.index()).json()).toList())
                .json();
    }

    private static String word(Recording one) {
        Recording.Finish finish = one.finish();
        return finish == null ? "unfinished" : finish.outcome().name().toLowerCase(Locale.ROOT);
    }
}
