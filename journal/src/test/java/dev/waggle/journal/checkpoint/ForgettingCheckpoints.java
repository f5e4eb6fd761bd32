package dev.waggle.journal.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.world.World;

/** Checkpoint stores on a disk that forgets what was not forced. */
public final class ForgettingCheckpoints implements CheckpointDisk {

    private final CheckpointDisk real = CheckpointDisk.real();
    private final ForgettingDisk disk;

    private ForgettingCheckpoints(ForgettingDisk disk) {
        this.disk = disk;
    }

    /** The checkpoints right in that folder. */
    public static CheckpointStore in(Path folder, World world, ForgettingDisk disk) {
        return FileCheckpointStore.in(folder, world, new ForgettingCheckpoints(disk));
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        disk.createFolder(folder);
    }

    @Override
    public boolean create(Path file) throws IOException {
        return disk.create(file);
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        try (AppendFile opened = disk.open(file)) {
            opened.append(bytes, bytes.length);
            opened.force();
        }
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public boolean delete(Path file) throws IOException {
        boolean isThere = file.toFile().exists();
        disk.delete(file);
        return isThere;
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        disk.forceFolder(folder);
    }

    @Override
    public byte[] read(Path file, int limit) throws IOException {
        return real.read(file, limit);
    }

    @Override
    public long size(Path file) throws IOException {
        return real.size(file);
    }

    @Override
    public List<Path> files(Path folder) throws IOException {
        return real.files(folder);
    }
}
