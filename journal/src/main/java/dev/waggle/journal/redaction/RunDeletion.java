package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

import dev.waggle.journal.file.recovery.DeliveryPositions;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.redaction.DeletionReport.DeletedRun;
import dev.waggle.signal.log.DeletionFact;
import dev.waggle.signal.world.World;

/**
 * Deletion of whole runs from a log: a gap line replaces their consecutive entries, and the answers that were stored
 * for them are deleted. So are their damaged lines that a repair moved aside. The folder is that of a journal, or a data
 * folder.
 *
 * <pre>
 *   lock the log -> find the entries -> write the changed segments beside -> commit -> replace them -> unlock
 * </pre>
 *
 * <p>All other entries keep their numbers and bytes. The log gets a {@link DeletionFact} for each run. A kill at any
 * moment leaves everything as it was, or deleted; what a killed process committed is completed by the next writer. An
 * inbox that awaits a removed entry finds a gap, and its agent gets a dead letter. Signals of other runs, recordings,
 * memories and outcomes stay.
 */
public final class RunDeletion {

    private final Path folder;
    private final Duration lockWait;
    private final World world;
    private final JournalDisk disk;

    private RunDeletion(Path folder, Duration lockWait, World world, JournalDisk disk) {
        this.folder = folder;
        this.lockWait = lockWait;
        this.world = world;
        this.disk = disk;
    }

    /** Deletion from a data folder or the folder of a journal, without a wait for a process that writes there. */
    public static RunDeletion of(Path folder) {
        return new RunDeletion(folder, Duration.ZERO, World.system(), JournalDisk.real());
    }

    /** The same with a maximum wait for a process that writes there. */
    public RunDeletion withLockWait(Duration wait) {
        return new RunDeletion(folder, wait, world, disk);
    }

    /** The same with the time and the ids of a world. */
    public RunDeletion withWorld(World other) {
        return new RunDeletion(folder, lockWait, other, disk);
    }

    /** The same on a disk that may fail. */
    RunDeletion withDisk(JournalDisk other) {
        return new RunDeletion(folder, lockWait, world, other);
    }

    /**
     * Deletes runs in one pass over the log.
     *
     * @param runs may be empty; then only what a killed deletion committed is completed
     * @throws dev.waggle.journal.file.BadJournalException when a damaged line may belong to one of them; then nothing
     *         was deleted
     * @throws UncheckedIOException when a process is writing there, there is no log, or it cannot be read and written;
     *         then nothing was deleted, unless the message says otherwise
     */
    public DeletionReport delete(Collection<String> runs) {
        if (runs.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("the id of a run must not be blank");
        }
        try {
            RunFileLocation location = location();
            if (!FolderInventory.isJournal(location.log())) {
                throw new FileSystemException(folder.toString(), null, Files.isDirectory(folder)
                        ? "it is a folder without a journal"
                        : "it is no folder");
            }
            try (WriterLock _ = locked(location)) {
                boolean _ = completed(location);
                return deleted(location, new LinkedHashSet<>(runs));
            }
        } catch (IOException failed) {
            throw FileErrors.of(folder, "no run was deleted: ", failed);
        }
    }

    /**
     * Completes what a killed deletion or redaction of the log has committed. The folder is not locked without such.
     *
     * @return whether there was something to complete
     * @throws UncheckedIOException when a process is writing there, or the log cannot be read and written
     */
    public boolean complete() {
        try {
            RunFileLocation location = location();
            if (!MultiFileCommit.isCommitted(location.log())) {
                return false;
            }
            try (WriterLock _ = locked(location)) {
                return completed(location);
            }
        } catch (IOException failed) {
            throw FileErrors.of(folder, "an interrupted deletion was not completed: ", failed);
        }
    }

    private WriterLock locked(RunFileLocation location) throws IOException {
        try {
            return WriterLock.acquire(location.log(), lockWait, world);
        } catch (WriterLock.HeldException held) {
            throw held.ofContent();
        }
    }

    private RunFileLocation location() throws IOException {
        Path root = FolderInventory.rootOf(folder.toRealPath());
        return new RunFileLocation(root,
                FolderInventory.isJournal(root) ? root : root.resolve(DeliveryPositions.SIGNALS));
    }

    /** True if something was committed and not complete. */
    private boolean completed(RunFileLocation location) throws IOException {
        boolean isCommitted = MultiFileCommit.isCommitted(location.log());
        MultiFileCommit.complete(location.log(), disk);
        if (isCommitted) {
            location.deleteEmptyFolders();
        }
        return isCommitted;
    }

    private DeletionReport deleted(RunFileLocation location, SequencedSet<String> runs) throws IOException {
        Path log = location.log();
        try (LogTail tail = LogTail.of(log, disk)) {
            DeletionPlan plan = DeletionPlan.of(location, runs);
            List<DeletedRun> counts = runs.stream().map(run -> new DeletedRun(run, plan.entriesOf(run))).toList();
            if (plan.isEmpty()) {
                location.deleteEmptyFolders(); // A killed deletion may have left them.
                return new DeletionReport(counts, List.of(), plan.left());
            }
            String id = world.nextId("del");
            try {
                plan.write(id, tail, counts, world, disk);
            } catch (IOException | RuntimeException failed) {
                if (!isCommitted(log, id)) {
                    discard(log, failed);
                    throw failed;
                }
            }
            complete(log, id);
            location.deleteEmptyFolders();
            return new DeletionReport(counts, plan.files(), plan.left());
        }
    }

    private void complete(Path log, String id) throws IOException {
        try {
            MultiFileCommit.complete(log, disk);
        } catch (IOException failed) {
            throw new IOException("the deletion " + id + " is decided, and a file could not be replaced: "
                    + failed.getMessage() + "\nMaybe repeat the command: the next writer completes it, too.", failed);
        }
    }

    private static boolean isCommitted(Path log, String id) {
        try {
            return MultiFileCommit.isCommitted(log, id);
        } catch (IOException unknown) {
            return false;
        }
    }

    private void discard(Path log, Exception failed) {
        try {
            MultiFileCommit.complete(log, disk);
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }
}
