package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.journal.file.recovery.DeliveryPositions;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.redaction.RedactionReport.RedactedTarget;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.world.World;

/**
 * Redaction of signals and texts below a folder: each text is replaced by {@value RedactionFact#MARK} wherever it
 * stands. The folder is that of a journal, or a data folder with all that is in it.
 *
 * <pre>
 *   lock all journals -> find the signals and their texts -> search all files -> write the changed ones beside
 *     -> commit -> replace them -> unlock
 * </pre>
 *
 * <p>Lines of journals are written anew with their numbers and new checksums. The log gets a {@link RedactionFact} for
 * each signal or text. A kill at any moment leaves everything as it was, or redacted; what a killed process committed
 * is completed by the next writer. Readers need no lock, and never find a half written file.
 *
 * <p>A text is found in any case and with any blanks, as JSON and as JSON in strings of JSON. A text of fewer than
 * {@value TextMatcher#WINDOW} characters is replaced only where it is a whole value. A text of one word stays where it
 * is a name, for example the id of an agent. What a model said in other words stays. Digests of prompts that held a
 * text are replaced, because a digest confirms a guess.
 */
public final class JournalRedaction {

    private static final String NOT_REDACTED = "it was not redacted: ";

    private final Path folder;
    private final Duration lockWait;
    private final Set<Path> excluded;
    private final World world;
    private final JournalDisk disk;

    private JournalRedaction(Path folder, Duration lockWait, Set<Path> excluded, World world, JournalDisk disk) {
        this.folder = folder;
        this.lockWait = lockWait;
        this.excluded = Set.copyOf(excluded);
        this.world = world;
        this.disk = disk;
    }

    /** Redaction below a data folder or the folder of a journal; for the log of a data folder, below that folder. */
    public static JournalRedaction of(Path folder) {
        return new JournalRedaction(folder, Duration.ZERO, Set.of(), World.system(), JournalDisk.real());
    }

    /** The same with a maximum wait for processes that write there; by default there is none. */
    public JournalRedaction withLockWait(Duration wait) {
        return new JournalRedaction(folder, wait, excluded, world, disk);
    }

    /** The same without a file or folder below, of which another part of a program removes the texts. */
    public JournalRedaction without(Path place) {
        Set<Path> all = new HashSet<>(excluded);
        all.add(place);
        return new JournalRedaction(folder, lockWait, all, world, disk);
    }

    /** The same with the time and the ids of a world. */
    public JournalRedaction withWorld(World other) {
        return new JournalRedaction(folder, lockWait, excluded, other, disk);
    }

    /** The same on a disk that may fail. */
    JournalRedaction withDisk(JournalDisk other) {
        return new JournalRedaction(folder, lockWait, excluded, world, other);
    }

    /**
     * Redacts signals and texts in one pass over the files.
     *
     * @param targets may be empty; then only what a killed redaction committed is completed
     * @throws dev.waggle.journal.file.BadJournalException when a damaged line holds a text, or a signal is bookkeeping
     *         of the runtime; then nothing was redacted
     * @throws UncheckedIOException when a process is writing there, the folder is not there, or it cannot be read and
     *         written; then nothing was redacted, unless the message says otherwise
     */
    public RedactionReport redact(List<RedactionTarget> targets) {
        try {
            Path root = root();
            Set<Path> without = realPaths(excluded);
            if (FolderInventory.of(root, without).isWithoutEntries()
                    && targets.stream().allMatch(JournalRedaction::isSignal)) {
                return new RedactionReport(targets.stream().map(target -> new RedactedTarget(target.signalId(),
                        RedactionOutcome.UNKNOWN, 0, 0)).toList(), List.of(), List.of()); // A lock would create a file.
            }
            Path log = root.resolve(DeliveryPositions.SIGNALS);
            boolean hasOwnLog = FolderInventory.isJournal(root) || !FolderInventory.isJournal(log);
            try (RedactionRun run = RedactionRun.begin(root, hasOwnLog ? root : log, without, lockWait, world, disk)) {
                return run.redact(targets);
            }
        } catch (WriterLock.HeldException held) {
            throw FileErrors.of(folder, NOT_REDACTED, held.ofContent());
        } catch (IOException failed) {
            throw FileErrors.of(folder, NOT_REDACTED, failed);
        }
    }

    /**
     * The report that a redaction would have now. It changes and locks nothing.
     *
     * @throws dev.waggle.journal.file.BadJournalException as {@link #redact(List)}
     * @throws UncheckedIOException when the folder is not there, or it cannot be read
     */
    public RedactionReport preview(List<RedactionTarget> targets) {
        try {
            return RedactionSearch.of(FolderInventory.of(root(), realPaths(excluded)), targets, world).report();
        } catch (IOException failed) {
            throw FileErrors.of(folder, NOT_REDACTED, failed);
        }
    }

    private Path root() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(folder.toString(), null,
                    Files.exists(folder) ? "it is no folder" : "there is no such folder");
        }
        return FolderInventory.rootOf(folder.toRealPath());
    }

    private static Set<Path> realPaths(Set<Path> places) throws IOException {
        Set<Path> paths = new HashSet<>();
        for (Path place : places) {
            paths.add(Files.exists(place) ? place.toRealPath() : place.toAbsolutePath());
        }
        return paths;
    }

    private static boolean isSignal(RedactionTarget target) {
        return target.signalId() != null && target.texts().isEmpty() && target.names().isEmpty();
    }
}
