package dev.waggle.journal.learning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.storage.FolderDisk;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.checkpoint.DamagedCheckpointException;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.LearningRecord;
import dev.waggle.signal.world.World;

/**
 * Stores the bandit statistics of agents in a folder, for any number of solves and processes. The sums of each agent
 * are a checkpoint of its own.
 *
 * <pre>
 *   teach: lock of the folder -> read the sums -> add -> write beside, force, rename -> unlock
 * </pre>
 *
 * <p>So a crash at any moment leaves the sums before or the sums after, whole. Two processes that teach at once wait
 * for each other. Reading needs no lock. A file with unexpected content is never overwritten.
 */
public final class FileBanditStore implements BanditStore {

    /** Timeout for the folder lock; teaching takes milliseconds, so a longer holder hangs. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    /** Prefix of the file names of agents with ids that are no file names. */
    private static final String DIGEST = "agent-sha-";

    /** Leaves room for additions of the file system to a name. */
    private static final int MAX_NAME = 100;

    private final Path folder;
    private final World world;
    private final CheckpointStore checkpoints;
    private final FolderDisk disk;
    /** One teacher of this process at a time; the others of the machine wait at the lock of the folder. */
    private final ReentrantLock lock = new ReentrantLock();

    private FileBanditStore(Path folder, World world, CheckpointStore checkpoints, FolderDisk disk) {
        this.folder = folder;
        this.world = world;
        this.checkpoints = checkpoints;
        this.disk = disk;
    }

    /** Opens the statistics in that folder, which the first lesson creates. */
    public static FileBanditStore open(Path folder, World world) {
        Path whole = folder.toAbsolutePath().normalize();
        return open(whole, world, FileCheckpointStore.in(whole, world), JournalDisk.real());
    }

    static FileBanditStore open(Path folder, World world, CheckpointStore checkpoints, FolderDisk disk) {
        return new FileBanditStore(folder, world, checkpoints, disk);
    }

    @Override
    public LearningRecord load(String agentId) {
        String name = name(BanditStore.requireId(agentId));
        try {
            Optional<Checkpoint> stored = checkpoints.load(name);
            return stored.isEmpty() ? LearningRecord.EMPTY : LearnedJson.read(agentId, stored.get().state());
        } catch (DamagedCheckpointException | IllegalArgumentException damage) {
            throw damaged(agentId, damage);
        }
    }

    @Override
    public void teach(String agentId, String run, Map<String, ArmEvidence> more) {
        lock.lock();
        try {
            disk.createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                LearningRecord before = load(agentId);
                LearningRecord after = before.withLesson(run, more);
                if (!after.equals(before)) {
                    checkpoints.save(name(agentId), LearnedJson.of(agentId, after));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + ": what the agent " + JsonLine.quoted(agentId)
                    + " has learned was not kept for certain: " + failed.getMessage(), failed);
        } finally {
            lock.unlock();
        }
    }

    private UncheckedIOException damaged(String agentId, RuntimeException damage) {
        String message = folder + ": what the agent " + JsonLine.quoted(agentId) + " has learned is damaged: "
                + String.valueOf(damage.getMessage()).lines().findFirst().orElse("")
                + "\nMaybe restore its file from a backup, or delete the file, and the agent begins anew.";
        return new UncheckedIOException(message, new IOException(message, damage));
    }

    /** The id of the checkpoint of an agent; ids that are no names of files go by their digest. */
    private static String name(String agentId) {
        boolean isName = agentId.length() <= MAX_NAME && !agentId.startsWith(DIGEST)
                && agentId.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*+");
        return isName ? agentId : DIGEST + digest(agentId);
    }

    private static String digest(String agentId) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(agentId.getBytes(StandardCharsets.UTF_16BE));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
