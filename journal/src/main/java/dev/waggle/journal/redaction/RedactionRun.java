package dev.waggle.journal.redaction;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.waggle.journal.file.recovery.JournalRecovery;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.recovery.MultiFileCommit.Replacement;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.redaction.RedactionReport.RedactedTarget;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** One redaction, from its first lock to its last. Owned by one thread. */
final class RedactionRun implements Closeable {

    /** The folder of the log, or of all files where there is no log. */
    private final Path main;
    private final World world;
    private final JournalDisk disk;
    private final Deque<WriterLock> locks = new ArrayDeque<>();
    private final FolderInventory inventory;
    private final @Nullable LogTail tail;

    private RedactionRun(Path root, Path main, Set<Path> excluded, Duration lockWait, World world, JournalDisk disk)
            throws IOException {
        this.main = main;
        this.world = world;
        this.disk = disk;
        try {
            locks.push(WriterLock.acquire(main, lockWait, world));
            MultiFileCommit.complete(main, disk);
            for (Path folder : FolderInventory.of(root, excluded).locked()) {
                if (!folder.equals(main)) {
                    locks.push(WriterLock.acquire(folder, lockWait, world));
                    MultiFileCommit.complete(folder, disk);
                }
                JournalRecovery.deleteUnfinished(folder, disk);
            }
            tail = FolderInventory.isJournal(main) ? LogTail.of(main, disk) : null;
            inventory = FolderInventory.of(root, excluded);
        } catch (IOException | RuntimeException | Error failed) {
            release(failed);
            throw failed;
        }
    }

    /** Locks all journals below a folder, and completes what a killed redaction committed. */
    static RedactionRun begin(Path root, Path main, Set<Path> excluded, Duration lockWait, World world,
            JournalDisk disk) throws IOException {
        return new RedactionRun(root, main, excluded, lockWait, world, disk);
    }

    RedactionReport redact(List<RedactionTarget> targets) throws IOException {
        RedactionSearch found = RedactionSearch.of(inventory, targets, world);
        if (!found.changes().isEmpty()) {
            replace(found.redactor(), found.changes().keySet(), found.results());
        }
        return found.report();
    }

    private void replace(FileRedactor redactor, Set<FoundFile> changes, List<RedactedTarget> results)
            throws IOException {
        String id = world.nextId("red");
        Map<Path, List<Replacement>> byFolder = new TreeMap<>();
        Path active = tail == null ? null : main.resolve(SegmentFile.ACTIVE);
        Set<Path> replaced = new TreeSet<>();
        for (FoundFile file : changes) {
            Path locked = file.locked();
            Path folder = locked == null ? main : locked;
            byFolder.computeIfAbsent(folder, _ -> new ArrayList<>()).add(replacement(folder, file));
            replaced.add(file.file());
        }
        if (active != null && !replaced.contains(active)) {
            byFolder.computeIfAbsent(main, _ -> new ArrayList<>()).add(Replacement.locked(SegmentFile.ACTIVE));
        }
        Set<Path> others = new TreeSet<>(byFolder.keySet());
        others.remove(main);
        try {
            MultiFileCommit.prepare(main, main, id, others, byFolder.getOrDefault(main, List.of()), disk);
            for (Path folder : others) {
                MultiFileCommit.prepare(folder, main, id, Set.of(), byFolder.getOrDefault(folder, List.of()), disk);
            }
            for (FoundFile file : changes) {
                write(file.file(), redactor, file, file.file().equals(active) ? results : List.of());
            }
            if (active != null && !replaced.contains(active)) {
                write(active, redactor, new FoundFile(active, FoundFile.Kind.ENTRIES, main), results);
            }
            MultiFileCommit.commit(main, id, others, disk);
        } catch (IOException | RuntimeException failed) {
            if (!isCommitted(id)) {
                discard(others, failed);
                throw failed;
            }
        }
        complete(others, id);
    }

    /** A file of a locked folder changes only under its lock; any other may have changed since, and then it stays. */
    private static Replacement replacement(Path folder, FoundFile file) throws IOException {
        String name = folder.relativize(file.file()).toString().replace('\\', '/');
        return file.locked() != null ? Replacement.locked(name) : Replacement.unlocked(name, file.file());
    }

    private void write(Path file, FileRedactor redactor, FoundFile found, List<RedactedTarget> facts)
            throws IOException {
        try (NewFile out = NewFile.beside(file, disk)) {
            var _ = redactor.redact(found, out);
            if (tail != null) {
                tail.append(facts, world, out);
            }
            out.finish();
        }
        Path folder = file.getParent();
        if (folder != null) {
            disk.forceFolder(folder);
        }
    }

    private boolean isCommitted(String id) {
        try {
            return MultiFileCommit.isCommitted(main, id);
        } catch (IOException unknown) {
            return false;
        }
    }

    private void discard(Set<Path> others, Exception failed) {
        try {
            complete(others);
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }

    private void complete(Set<Path> others, String id) throws IOException {
        try {
            complete(others);
        } catch (IOException failed) {
            throw new IOException("the redaction " + id + " is decided, and a file could not be replaced: "
                    + failed.getMessage() + "\nMaybe repeat the command: the next writer completes it, too.", failed);
        }
    }

    /** The main folder is last, because it knows the decision. */
    private void complete(Set<Path> others) throws IOException {
        for (Path folder : others) {
            MultiFileCommit.complete(folder, disk);
        }
        MultiFileCommit.complete(main, disk);
    }

    /** Releases all locks. */
    @Override
    public void close() throws IOException {
        try {
            if (tail != null) {
                tail.close();
            }
        } finally {
            while (!locks.isEmpty()) {
                locks.pop().close();
            }
        }
    }

    private void release(Throwable failed) {
        while (!locks.isEmpty()) {
            try {
                locks.pop().close();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
        }
    }
}
