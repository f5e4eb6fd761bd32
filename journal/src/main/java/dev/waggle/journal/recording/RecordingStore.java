package dev.waggle.journal.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.PartialFileName;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/**
 * Recordings in a folder, each a journal in a folder of its own, named by its id. Many processes may read a recording,
 * one may write it; the next one is refused until that one has let go. Thread-safe.
 */
public final class RecordingStore {

    private static final System.Logger LOG = System.getLogger(RecordingStore.class.getName());

    private static final Pattern ID = Pattern.compile("rec_[0-9a-z]{26}");

    /** Opens the journal of a recording: a seam at which tests let a disk fail. */
    interface RecordingOpener {

        FileJournal open(Path folder, JournalConfig config, World world);
    }

    private final Path folder;
    private final RecordingOpener opener;
    private final JournalDisk disk;
    private final JournalConfig config;
    private final World world;

    private RecordingStore(Path folder, JournalConfig config, World world, RecordingOpener opener,
            JournalDisk disk) {
        this.folder = folder;
        this.opener = opener;
        this.disk = disk;
        this.config = config;
        this.world = world;
    }

    /** The recordings in that folder, which is made when the first one is. */
    public static RecordingStore open(Path folder, JournalConfig config, World world) {
        return open(folder, config, world, FileJournal::open, JournalDisk.real());
    }

    static RecordingStore open(Path folder, JournalConfig config, World world, RecordingOpener opener,
            JournalDisk disk) {
        return new RecordingStore(folder, config, world, opener, disk);
    }

    /** Begins a recording. What a killed process left of a recording without any entry is deleted. */
    public RecordingWriter create(RecordingLabel label) {
        deleteLeftBehind();
        String id = world.nextId("rec");
        FileJournal journal = opener.open(folder.resolve(id), config, world);
        try {
            RecordingState state = new RecordingState(id);
            state.accept(journal.append(RecordingFactCodec.opened(world.nextId("sig"), world.now(), label),
                    RecordingFactCodec.BY_RECORDER, world.now()));
            return new RecordingWriter(id, journal, world, state);
        } catch (RuntimeException failed) {
            journal.close();
            throw failed;
        }
    }

    /**
     * Reopens a recording, to continue it or to mark positions.
     *
     * @throws UnknownRecordingException when there is none of that id
     * @throws UncheckedIOException when another process is writing it
     */
    public RecordingWriter resume(String id) {
        requireKnown(id);
        FileJournal journal = opener.open(folder.resolve(id), config, world);
        try {
            return new RecordingWriter(id, journal, world, state(id));
        } catch (RuntimeException failed) {
            journal.close();
            throw failed;
        }
    }

    /** Description of a recording; empty when there is none of that id. */
    public Optional<Recording> load(String id) {
        return exists(id) ? Optional.of(state(id).toRecording()) : Optional.empty();
    }

    /**
     * Signals of a recording in order, each with its emitter and call. Damage is logged as a warning, and omitted.
     *
     * @throws UnknownRecordingException when there is none of that id
     */
    public List<LogEntry> signals(String id, SignalRange range) {
        requireKnown(id);
        List<LogEntry> signals = new ArrayList<>(entries(id));
        signals.removeIf(RecordingFactCodec::isFact);
        long first = range.first(signals.size());
        long end = Math.max(first, range.end(signals.size()));
        return signals.subList((int) first, (int) end).stream()
                .filter(entry -> range.patterns().isEmpty()
                        || range.patterns().stream().anyMatch(pattern -> pattern.matches(entry.signal().type())))
                .toList();
    }

    /** The recordings that fit, the newest first. */
    public List<Recording> list(RecordingQuery query) {
        return ids().stream().map(id -> state(id).toRecording()).filter(query::matches).skip(query.offset())
                .limit(query.limit()).toList();
    }

    /** True if there is a recording of that id. The remains of an interrupted creation or deletion do not count. */
    public boolean exists(String id) {
        return hasFolder(id) && hasJournal(id) && state(id).isOpened();
    }

    /**
     * Deletes a recording, or the remains of an interrupted one; true if there was anything. It gets another name
     * first, so that a killed process leaves a whole recording or none.
     *
     * @throws UncheckedIOException when a process is writing it
     */
    public boolean delete(String id) {
        if (!hasFolder(id)) {
            return false;
        }
        Path place = folder.resolve(id);
        opener.open(place, config, world).close(); // Refused while another process writes it.
        try {
            Path deleted = folder.resolve(PartialFileName.name(id));
            disk.rename(place, deleted);
            disk.forceFolder(folder);
            deleteWithFiles(deleted);
        } catch (IOException failed) {
            throw new UncheckedIOException(place + ": the recording could not be deleted: " + failed.getMessage(),
                    failed);
        }
        return true;
    }

    private void deleteLeftBehind() {
        halfDeleted(folder).forEach(this::deleteRest);
        for (String id : idsIn(folder)) {
            Path place = folder.resolve(id);
            if (isAbandoned(place) && isBegunOnly(place)) {
                var _ = deleteIfBegunOnly(place);
            }
        }
    }

    /** Deletes the files as far as possible; the rest stays for the next attempt. */
    private void deleteRest(Path place) {
        try {
            deleteWithFiles(place);
        } catch (IOException failed) {
            LOG.log(System.Logger.Level.DEBUG, "the rest of a deleted recording stays: " + place, failed);
        }
    }

    /** A new folder without a lock file may be one that another process is just beginning. */
    private static boolean isAbandoned(Path place) {
        try {
            return Files.exists(place.resolve(".lock"))
                    || Files.getLastModifiedTime(place).toMillis() < PartialFileName.processStart();
        } catch (IOException gone) {
            return false;
        }
    }

    /** False when a process is writing it, or deletes it too; then it stays. */
    private boolean deleteIfBegunOnly(Path place) {
        try (WriterLock _ = WriterLock.acquire(place.toRealPath(), Duration.ZERO, world)) {
            if (!isBegunOnly(place)) {
                return false;
            }
            deleteWithFiles(place);
            return true;
        } catch (IOException held) {
            return false;
        }
    }

    /** Folders of recordings that a killed process began, without any entry, or had not deleted to the end. */
    public List<Path> leftBehind() {
        return Stream.concat(idsIn(folder).stream().map(folder::resolve).filter(RecordingStore::isBegunOnly),
                halfDeleted(folder).stream()).toList();
    }

    /** Folders whose deletion was begun by a process that has ended. */
    private static List<Path> halfDeleted(Path folder) {
        return foldersIn(folder).stream().filter(it -> PartialFileName.isLeftBehind(it.getFileName().toString()))
                .toList();
    }

    /** True if there is no entry, and no damage that may have been one. */
    private static boolean isBegunOnly(Path place) {
        try (JournalReader reader = JournalReader.open(place)) {
            return reader.select(JournalQuery.last(1)).isEmpty() && reader.damages().isEmpty()
                    && reader.tornBytes() == 0;
        } catch (UncheckedIOException none) {
            return isEmpty(place);
        }
    }

    private static boolean isEmpty(Path place) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                if (!file.endsWith(".lock")) {
                    return false;
                }
            }
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private static List<String> idsIn(Path folder) {
        return foldersIn(folder).stream().map(place -> place.getFileName().toString())
                .filter(id -> ID.matcher(id).matches()).toList();
    }

    private static List<Path> foldersIn(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> places = Files.newDirectoryStream(folder, Files::isDirectory)) {
            places.forEach(found::add);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + ": the recordings could not be listed: " + failed.getMessage(),
                    failed);
        }
        return found;
    }

    private void deleteWithFiles(Path place) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                disk.delete(file);
            }
        }
        disk.delete(place);
    }

    private boolean hasFolder(String id) {
        return ID.matcher(id).matches() && Files.isDirectory(folder.resolve(id));
    }

    private boolean hasJournal(String id) {
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(folder.resolve(id), "events*.jsonl")) {
            return segments.iterator().hasNext();
        } catch (NoSuchFileException missing) {
            return false;
        } catch (IOException failed) {
            throw new UncheckedIOException(folder.resolve(id) + " cannot be listed: " + failed.getMessage(), failed);
        }
    }

    /** Ids sort by time: the newest first. */
    private List<String> ids() {
        List<String> ids = new ArrayList<>(idsIn(folder));
        ids.removeIf(id -> !exists(id));
        ids.sort(Comparator.reverseOrder());
        return ids;
    }

    private void requireKnown(String id) {
        if (!exists(id)) {
            throw new UnknownRecordingException(id);
        }
    }

    /** Reads the state from the first and last line of a finished recording, or from all lines of any other. */
    private RecordingState state(String id) {
        RecordingState state = new RecordingState(id);
        try (JournalReader reader = JournalReader.open(folder.resolve(id))) {
            List<LogEntry> last = reader.select(JournalQuery.last(1));
            if (last.isEmpty() || !RecordingFactCodec.isFinish(last.getFirst())) {
                reader.forEach(state::accept);
            } else {
                reader.select(JournalQuery.ALL.withFirst(1)).forEach(state::accept);
                last.forEach(state::accept);
            }
        }
        return state;
    }

    private List<LogEntry> entries(String id) {
        try (JournalReader reader = JournalReader.open(folder.resolve(id))) {
            List<LogEntry> entries = reader.select(JournalQuery.ALL);
            reader.damages().forEach(damage -> LOG.log(System.Logger.Level.WARNING, "recording {0}: {1}", id,
                    damage.message()));
            return entries;
        }
    }
}
