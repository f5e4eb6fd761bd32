package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.journal.lines.LineFile;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.world.World;

/**
 * Tasks of a data folder, in one file of lines that its owner alone can read. A change is in the file before it counts.
 * The file grows with each change. It is written anew when the server opens it, and beyond twice the bytes of all
 * tasks. Then it has the kept tasks as they are, and nothing that was replaced or deleted. A kill loses at most the
 * change that is being made. May be used by many threads; those that read do not wait for the file.
 *
 * <pre>
 *   a2a/tasks.jsonl   {"log":"a2a","version":1}
 *                     {"task":"solve_1","kind":"begun", ... ,"crc":"1f2e3d4c"}
 * </pre>
 */
final class TaskStore {

    /** Maximum number of tasks; beyond it ended ones are forgotten, their runs are not. */
    static final int MAX_TASKS = 10_000;

    /** Maximum bytes of all lines of the kept tasks: the messages of 60 tasks of the largest size. */
    static final long MAX_BYTES = 64 << 20;

    /** Length of a file that is written anew at once when a secret in it was deleted. */
    private static final long SMALL = 1 << 20;

    private static final String FOLDER = "a2a";
    private static final String BEGINNING = "{\"log\":\"a2a\",\"version\":1";
    private static final byte[] HEAD = (BEGINNING + "}\n").getBytes(StandardCharsets.UTF_8);
    private static final String CONTENT = "tasks of other agents";
    private static final System.Logger LOG = System.getLogger(TaskStore.class.getName());
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private final Path folder;
    private final World world;
    private final TaskTable table;
    private final long small;
    /** Length below which a file that could not be written anew is left alone. */
    private long retryAt;

    private TaskStore(Path folder, World world, TaskTable table, long small) {
        this.folder = folder;
        this.world = world;
        this.table = table;
        this.small = small;
    }

    /**
     * Opens the tasks of a data folder; the first task creates the file.
     *
     * @param isEnded true for a task that may be forgotten
     * @throws UncheckedIOException when the file cannot be read, or is damaged
     */
    static TaskStore open(Path data, Predicate<TaskRecord> isEnded, World world) {
        return open(data, new TaskTable(isEnded, MAX_TASKS, MAX_BYTES), SMALL, world);
    }

    static TaskStore open(Path data, TaskTable table, long small, World world) {
        TaskStore store = new TaskStore(data.toAbsolutePath().normalize().resolve(FOLDER), world, table, small);
        if (Files.exists(store.file())) {
            store.load();
        }
        return store;
    }

    Optional<TaskRecord> find(String id) {
        return table.find(id);
    }

    /** All tasks, the newest first. */
    List<TaskRecord> newestFirst() {
        return table.newestFirst();
    }

    /**
     * Stores a change, unless its task is forgotten by now.
     *
     * @throws UncheckedIOException when it was not stored for certain; then it does not count
     * @throws IllegalArgumentException when no line can hold it
     * @throws dev.waggle.connect.a2a.protocol.A2aException when its caller may begin no further task
     */
    synchronized void store(TaskChange change) {
        if (change instanceof TaskChange.Begun begun) {
            table.requireRoom(begun.origin().caller());
        }
        byte[] line = encoded(change);
        TaskChange _ = TaskChange.of(ChecksummedLine.decode(line)); // A line that cannot be read would close the file.
        TaskRecord known = table.find(change.task()).orElse(null);
        TaskRecord next = change.applied(known);
        long size = next == null ? 0 : size(next);
        long length;
        try {
            JournalDisk.real().createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                length = append(line);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(file() + ": a task was not stored for certain: " + failed.getMessage(),
                    failed);
        }
        if (next != null) {
            table.put(next, size);
            table.forget();
        }
        boolean isSecretDeleted = known != null && next != null
                && !next.targets().values().containsAll(known.targets().values());
        if ((isSecretDeleted && length <= small) || length > Math.max(small, 2 * table.bytes())) {
            shorten(length);
        }
    }

    /** Stores a change of a task that fits; false if it does not fit any more, or is forgotten. */
    synchronized boolean storeIf(Predicate<TaskRecord> condition, TaskChange change) {
        boolean fits = find(change.task()).filter(condition).isPresent();
        if (fits) {
            store(change);
        }
        return fits;
    }

    private Path file() {
        return folder.resolve("tasks.jsonl");
    }

    private void load() {
        Map<String, TaskRecord> written = new LinkedHashMap<>();
        long length = read(written);
        written.values().forEach(task -> table.put(task, size(task)));
        table.forget();
        if (length > table.bytes() + HEAD.length) {
            rewrite(table.newestFirst().reversed());
        }
    }

    /** Reads all tasks; returns the length of the file. */
    private long read(Map<String, TaskRecord> tasks) {
        try (LineFile file = LineFile.open(file(), BEGINNING, CONTENT)) {
            file.read(0, 0, (line, _) -> {
                TaskChange change = TaskChange.of(ChecksummedLine.decode(line));
                if (change instanceof TaskChange.Begun) {
                    tasks.remove(change.task()); // Its earlier lines are of a task that was forgotten.
                }
                TaskRecord next = change.applied(tasks.get(change.task()));
                if (next != null) {
                    tasks.put(change.task(), next);
                }
                return true;
            });
            return file.wholeLength();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the tasks in " + file() + ": " + failed.getMessage(), failed);
        }
    }

    /**
     * Writes the file anew, from itself, because a redaction may have changed it. A failure leaves it as it is, and the
     * next attempt is later.
     */
    private void shorten(long length) {
        if (length < retryAt) {
            return;
        }
        try {
            Map<String, TaskRecord> written = new LinkedHashMap<>();
            long _ = read(written);
            rewrite(written.values().stream().filter(task -> table.find(task.id()).isPresent()).toList());
            retryAt = 0;
        } catch (UncheckedIOException | IllegalArgumentException failed) {
            retryAt = length + small;
            LOG.log(Level.WARNING, "the tasks of other agents were not shortened: " + failed.getMessage());
        }
    }

    /** Writes those tasks, as they are, in place of all lines. */
    private void rewrite(List<TaskRecord> tasks) {
        try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world);
                AtomicFile whole = AtomicFile.open(OutputTarget.of(file()), AtomicFile.FileAccess.OWNER)) {
            whole.stream().write(HEAD);
            for (TaskRecord task : tasks) {
                for (TaskChange change : TaskChange.allOf(task)) {
                    whole.stream().write(encoded(change));
                }
            }
            whole.commit();
        } catch (IOException failed) {
            throw new UncheckedIOException(file() + ": it was not shortened: " + failed.getMessage(), failed);
        }
    }

    private static byte[] encoded(TaskChange change) {
        return ChecksummedLine.encode("a message", change.json());
    }

    /** Bytes of the lines of a task as it is. */
    private static long size(TaskRecord task) {
        return TaskChange.allOf(task).stream().mapToLong(change -> encoded(change).length).sum();
    }

    /** Appends a line behind the last whole one; a failure leaves the file as it was, if the disk allows it. */
    private long append(byte[] line) throws IOException {
        try {
            Path _ = Files.createFile(file(), AtomicFile.ownerOnly(file()));
        } catch (FileAlreadyExistsException known) {
            // The usual case.
        }
        try (AppendFile log = JournalDisk.real().open(file())) {
            long length;
            try (LineFile lines = LineFile.open(file(), BEGINNING, CONTENT)) {
                length = lines.wholeLength();
            }
            log.truncate(length);
            try {
                if (length == 0) {
                    log.append(HEAD, HEAD.length);
                }
                log.append(line, line.length);
                log.force();
                JournalDisk.real().forceFolder(folder);
                return (length == 0 ? HEAD.length : length) + line.length;
            } catch (IOException failed) {
                log.truncate(length);
                throw failed;
            }
        }
    }
}
