package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.journal.lines.LineFile;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of a data folder, in one file of lines that its owner alone can read. A change is in the file before it counts.
 * The file grows with each change and is written anew when the server opens it, with the newest tasks only. A kill loses
 * at most the change that is being made. May be used by many threads.
 *
 * <pre>
 *   a2a/tasks.jsonl   {"log":"a2a","version":1}
 *                     {"task":"solve_1","kind":"begun", ... ,"crc":"1f2e3d4c"}
 * </pre>
 */
final class TaskStore {

    /** Maximum number of tasks; older ones are forgotten, their runs are not. */
    static final int MAX_TASKS = 10_000;

    /** Maximum bytes of all lines of the kept tasks: the messages of 60 tasks of the largest size. */
    static final long MAX_BYTES = 64 << 20;

    private static final String FOLDER = "a2a";
    private static final String BEGINNING = "{\"log\":\"a2a\",\"version\":1";
    private static final byte[] HEAD = (BEGINNING + "}\n").getBytes(StandardCharsets.UTF_8);
    private static final String CONTENT = "tasks of other agents";
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private final Path folder;
    private final World world;
    private final int maxTasks;
    private final long maxBytes;
    private final Map<String, TaskRecord> tasks = new LinkedHashMap<>();
    private final Map<String, Long> sizes = new HashMap<>();
    private long bytes;

    private TaskStore(Path folder, World world, int maxTasks, long maxBytes) {
        this.folder = folder;
        this.world = world;
        this.maxTasks = maxTasks;
        this.maxBytes = maxBytes;
    }

    /**
     * Opens the tasks of a data folder; the first task creates the file.
     *
     * @throws UncheckedIOException when the file cannot be read, or is damaged
     */
    static TaskStore open(Path data, World world) {
        return open(data, world, MAX_TASKS, MAX_BYTES);
    }

    static TaskStore open(Path data, World world, int maxTasks, long maxBytes) {
        TaskStore store = new TaskStore(data.toAbsolutePath().normalize().resolve(FOLDER), world, maxTasks,
                maxBytes);
        if (Files.exists(store.file())) {
            store.load();
        }
        return store;
    }

    synchronized Optional<TaskRecord> find(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    /** All tasks, the newest first. */
    synchronized List<TaskRecord> newestFirst() {
        return new ArrayList<>(tasks.values()).reversed();
    }

    /**
     * Stores a change, unless its task is forgotten by now.
     *
     * @throws UncheckedIOException when it was not stored for certain; then it does not count
     */
    synchronized void store(TaskChange change) {
        byte[] line = ChecksummedLine.encode("a message", change.json());
        try {
            JournalDisk.real().createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                append(line);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(file() + ": a task was not stored for certain: " + failed.getMessage(),
                    failed);
        }
        accept(change, line.length);
        forget();
    }

    private Path file() {
        return folder.resolve("tasks.jsonl");
    }

    private void load() {
        Map<String, List<byte[]>> lines = new HashMap<>();
        long length;
        try (LineFile file = LineFile.open(file(), BEGINNING, CONTENT)) {
            file.read(0, 0, (line, _) -> {
                TaskChange change = TaskChange.of(ChecksummedLine.decode(line));
                accept(change, line.length);
                lines.computeIfAbsent(change.task(), _ -> new ArrayList<>()).add(line);
                forget();
                lines.keySet().retainAll(tasks.keySet());
                return true;
            });
            length = file.wholeLength();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the tasks in " + file() + ": " + failed.getMessage(), failed);
        }
        if (length > bytes + HEAD.length) {
            rewrite(lines);
        }
    }

    /** Writes the lines of the kept tasks in place of all. */
    private void rewrite(Map<String, List<byte[]>> lines) {
        try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world);
                AtomicFile whole = AtomicFile.open(OutputTarget.of(file()), AtomicFile.FileAccess.OWNER)) {
            whole.stream().write(HEAD);
            for (String task : tasks.keySet()) {
                for (byte[] line : lines.getOrDefault(task, List.of())) {
                    whole.stream().write(line);
                }
            }
            whole.commit();
        } catch (IOException failed) {
            throw new UncheckedIOException(file() + ": it was not shortened: " + failed.getMessage(), failed);
        }
    }

    private void accept(TaskChange change, int size) {
        TaskRecord known = tasks.get(change.task());
        TaskRecord next = changed(known, change);
        if (next != null) {
            tasks.put(change.task(), next);
            sizes.merge(change.task(), (long) size, Long::sum);
            bytes += size;
        }
    }

    private static @Nullable TaskRecord changed(@Nullable TaskRecord known, TaskChange change) {
        if (change instanceof TaskChange.Begun begun) {
            return known == null ? TaskRecord.of(begun.origin(), begun.message()) : known;
        }
        if (known == null) {
            return null;
        }
        return switch (change) {
            case TaskChange.Begun ignored -> known;
            case TaskChange.Messaged messaged -> known.with(messaged.message());
            case TaskChange.Targeted targeted ->
                known.with(String.valueOf(targeted.target().address().id()), targeted.target());
            case TaskChange.Untargeted untargeted -> known.without(untargeted.id());
            case TaskChange.Rejected rejected -> known.rejected(rejected.reason());
            case TaskChange.Canceled canceled -> known.canceled(canceled.at());
        };
    }

    private void forget() {
        while (tasks.size() > maxTasks || (bytes > maxBytes && tasks.size() > 1)) {
            String oldest = tasks.keySet().iterator().next();
            tasks.remove(oldest);
            Long size = sizes.remove(oldest);
            bytes -= size == null ? 0 : size;
        }
    }

    /** Appends a line behind the last whole one; after a failure the file is as before, if the disk allows that. */
    private void append(byte[] line) throws IOException {
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
            } catch (IOException failed) {
                log.truncate(length);
                throw failed;
            }
        }
    }
}
