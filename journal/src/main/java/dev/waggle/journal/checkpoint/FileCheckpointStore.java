package dev.waggle.journal.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.file.storage.PartialFileName;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.checkpoint.DamagedCheckpointException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoint store in the folder {@code checkpoints} of a data folder, or in a folder of its own. Each checkpoint has
 * exactly one file, so the folder is as large as its checkpoints.
 *
 * <pre>
 *   save: write a part beside it -> force its bytes -> rename it over the file -> force the names
 * </pre>
 *
 * <p>So a crash at any moment leaves the state before or the new one, whole, and a saved checkpoint survives a loss
 * of power. It may leave a part as well; the next process that saves deletes it. The files need no lock: any number
 * of stores and processes may use one folder.
 */
public final class FileCheckpointStore implements CheckpointStore {

    private static final String FOLDER = "checkpoints";

    /** Maximum number of names tried for a part: two worlds of one seed make the same ids. */
    private static final int MAX_NAMES = 100;

    private final Path folder;
    private final World world;
    private final CheckpointDisk disk;
    /** One save or delete at a time; guards {@code prepared} too. */
    private final ReentrantLock lock = new ReentrantLock();
    private boolean prepared;

    private FileCheckpointStore(Path folder, World world, CheckpointDisk disk) {
        this.folder = folder;
        this.world = world;
        this.disk = disk;
    }

    /** The checkpoints of a data folder; the folder is made by the first save. */
    public static FileCheckpointStore open(Path dataFolder, World world) {
        return open(dataFolder, world, CheckpointDisk.real());
    }

    /** The checkpoints right in that folder, which the first save makes. */
    public static FileCheckpointStore in(Path folder, World world) {
        return in(folder, world, CheckpointDisk.real());
    }

    static FileCheckpointStore in(Path folder, World world, CheckpointDisk disk) {
        return new FileCheckpointStore(folder.toAbsolutePath(), world, disk);
    }

    static FileCheckpointStore open(Path dataFolder, World world, CheckpointDisk disk) {
        return in(dataFolder.resolve(FOLDER), world, disk);
    }

    @Override
    public Checkpoint save(String id, JsonValue state) {
        lock.lock();
        try {
            Checkpoint checkpoint = new Checkpoint(id, world.now(), state);
            byte[] text = CheckpointCodec.encode(checkpoint);
            try {
                prepare();
                replace(file(id), text);
            } catch (IOException failed) {
                throw failure("checkpoint " + id + " was not saved for certain", failed);
            }
            return checkpoint;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Checkpoint> load(String id) {
        Path file = file(id);
        byte[] text;
        try {
            text = disk.read(file, CheckpointCodec.MAX_BYTES + 1);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failed) {
            throw failure("checkpoint " + id + " cannot be read", failed);
        }
        try {
            return Optional.of(CheckpointCodec.decode(id, text));
        } catch (IllegalArgumentException damage) {
            throw new DamagedCheckpointException(file + ": checkpoint " + id + " is damaged: " + damage.getMessage()
                    + "\nMaybe restore the file from a backup, or delete the checkpoint and begin anew.", damage);
        }
    }

    @Override
    public List<CheckpointListing> list() {
        try {
            List<CheckpointListing> list = new ArrayList<>();
            for (Path file : disk.files(folder)) {
                Optional<String> id = CheckpointFileName.idOf(file.getFileName().toString());
                if (id.isPresent()) {
                    listing(id.get(), file).ifPresent(list::add);
                }
            }
            list.sort(Comparator.comparing(CheckpointListing::id));
            return List.copyOf(list);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException failed) {
            throw failure("the checkpoints cannot be listed", failed);
        }
    }

    @Override
    public boolean delete(String id) {
        Path file = file(id);
        lock.lock();
        try {
            boolean deleted = disk.delete(file);
            if (deleted) {
                disk.forceFolder(folder);
            }
            return deleted;
        } catch (IOException failed) {
            throw failure("checkpoint " + id + " was not deleted for certain", failed);
        } finally {
            lock.unlock();
        }
    }

    private Path file(String id) {
        return folder.resolve(CheckpointFileName.of(Checkpoint.requireId(id)));
    }

    /** Creates the folder and deletes the remains of killed processes, once. */
    private void prepare() throws IOException {
        if (prepared) {
            return;
        }
        disk.createDurably(folder);
        for (Path file : disk.files(folder)) {
            if (PartialFileName.isLeftBehind(file.getFileName().toString())) {
                disk.delete(file);
            }
        }
        prepared = true;
    }

    private void replace(Path file, byte[] text) throws IOException {
        Path part = newPart();
        try {
            disk.write(part, text);
            disk.rename(part, file);
        } catch (IOException failed) {
            discard(part, failed);
            throw failed;
        }
        disk.forceFolder(folder);
    }

    private Path newPart() throws IOException {
        for (int i = 0; i < MAX_NAMES; i++) {
            Path part = folder.resolve(PartialFileName.name(world.nextId("part")));
            if (disk.create(part)) {
                return part;
            }
        }
        throw new IOException("no name for a new file in " + MAX_NAMES + " tries");
    }

    private void discard(Path part, IOException failed) {
        try {
            disk.delete(part);
        } catch (IOException left) {
            failed.addSuppressed(left);
        }
    }

    /** Empty when it was deleted meanwhile. */
    private Optional<CheckpointListing> listing(String id, Path file) throws IOException {
        try {
            byte[] beginning = disk.read(file, CheckpointCodec.MAX_HEAD);
            @Nullable Instant savedAt;
            try {
                savedAt = CheckpointCodec.decodeSavedAt(id, beginning);
            } catch (IllegalArgumentException damaged) {
                savedAt = null;
            }
            return Optional.of(new CheckpointListing(id, savedAt, disk.size(file)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    private UncheckedIOException failure(String operation, IOException failed) {
        return new UncheckedIOException(folder + ": " + operation + ": " + failed, failed);
    }
}
