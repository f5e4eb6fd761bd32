package dev.waggle.setup.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.JournalProvider;
import org.jspecify.annotations.Nullable;

/**
 * The answers of active solves, one journal for each run below {@code answers} in the folder of the log. It is synced
 * with every answer and stored until the log holds the end of the run. Thread-safe.
 */
public final class AnswerFolder implements JournalProvider, AutoCloseable {

    private static final String FOLDER = "answers";
    private static final Set<String> ANSWERS = Set.of("turn:taken", "call:answered");

    /** Names the owner of a journal; no part of its content. */
    private static final String LOCK = ".lock";

    /** Name of the high-water mark of a journal, which an empty one has too. */
    private static final String MARK = "events.mark";

    private final Path folder;
    /** Guarded by this object. */
    private final Map<String, FileJournal> open = new HashMap<>();

    public AnswerFolder(Path beside) {
        folder = beside.resolve(FOLDER);
    }

    /** Folder of the answers of a run, if there are any; {@code null} for a text that is not a valid run id. */
    private static @Nullable Path folder(Path beside, String run) {
        try {
            return beside.resolve(FOLDER).resolve(Checkpoint.requireId(run));
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    /** A sentence about the answers beside a journal that are not among its entries of a run; empty without such. */
    public static Optional<String> unlogged(Path journal, String run, List<LogEntry> entries) {
        for (Path beside : new Path[] {journal, journal.toAbsolutePath().getParent()}) {
            Path folder = beside == null ? null : folder(beside, run);
            if (folder != null && Files.isDirectory(folder)) {
                int count = missing(folder, entries);
                return count == 0 ? Optional.empty() : Optional.of(sentence(count, folder));
            }
        }
        return Optional.empty();
    }

    private static String sentence(int count, Path folder) {
        return count + (count == 1 ? " answer came" : " answers came") + " after the last entry of the log and "
                + (count == 1 ? "is" : "are") + " kept in " + folder + "; waggle resume goes on with "
                + (count == 1 ? "it" : "them");
    }

    private static int missing(Path folder, List<LogEntry> entries) {
        Set<String> names = new HashSet<>();
        try (JournalReader reader = JournalReader.open(folder)) {
            reader.forEach(entry -> answer(entry.signal()).ifPresent(names::add));
        } catch (UncheckedIOException unreadable) {
            return 0;
        }
        entries.forEach(entry -> answer(entry.signal()).ifPresent(names::remove));
        return names.size();
    }

    /** The agent or part that answered, and the number of its answer. */
    private static Optional<String> answer(Signal signal) {
        return ANSWERS.contains(signal.type().text()) && signal.payload() instanceof Payload.Open open
                && open.data() instanceof JsonValue.Obj(var fields)
                        ? Optional.of(fields.get("by") + " " + fields.get("number"))
                        : Optional.empty();
    }

    @Override
    public synchronized Journal journalOf(String run) {
        if (open.isEmpty()) {
            sweep();
        }
        return open.computeIfAbsent(run, id -> FileJournal.open(folder.resolve(Checkpoint.requireId(id)),
                JournalConfig.defaults().withDurability(Durability.everyAppend()), World.system()));
    }

    /** Deletes the answers of a run. Undeletable files only take up space. */
    public synchronized void drop(String run) {
        FileJournal journal = open.remove(run);
        if (journal == null) {
            return;
        }
        journal.close();
        try {
            delete(folder.resolve(run));
            Files.delete(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException others) {
            // Answers of other runs are there, or none at all.
        } catch (IOException | UncheckedIOException failed) {
            System.getLogger(AnswerFolder.class.getName()).log(System.Logger.Level.WARNING,
                    "the answers of " + run + " are in its log and could not be deleted from " + folder, failed);
        }
    }

    /** Deletes the folders of solves that were killed before their first answer; no other process has the log open. */
    private void sweep() {
        try (Stream<Path> runs = Files.list(folder)) {
            for (Path run : List.copyOf(runs.toList())) {
                if (isEmpty(run)) {
                    delete(run);
                }
            }
        } catch (NoSuchFileException none) {
            // No answers are there.
        } catch (IOException | UncheckedIOException failed) {
            System.getLogger(AnswerFolder.class.getName()).log(System.Logger.Level.DEBUG,
                    "empty folders stay in " + folder, failed);
        }
    }

    private static boolean isEmpty(Path run) throws IOException {
        if (!Files.isDirectory(run)) {
            return false;
        }
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : List.copyOf(files.toList())) {
                boolean isContent = !file.endsWith(LOCK) && !file.endsWith(MARK);
                if (isContent && (!Files.isRegularFile(file) || Files.size(file) > 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(FileJournal::close);
        open.clear();
    }

    private static void delete(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            for (Path file : List.copyOf(files.toList())) {
                Files.delete(file);
            }
        }
        Files.delete(journal);
    }
}
