package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/** The file system with faults that a test switches on: a full disk, failing syncs, renames, cuts. Counts the work. */
final class FaultyDisk implements JournalDisk {

    /** Maximum length of a file. */
    volatile long fullAfter = Long.MAX_VALUE;
    final AtomicInteger failingForces = new AtomicInteger();
    final AtomicInteger failingNames = new AtomicInteger();
    final AtomicInteger failingRenames = new AtomicInteger();
    final AtomicInteger failingCloses = new AtomicInteger();
    final AtomicInteger failingOpens = new AtomicInteger();
    /** The name of a file that cannot be deleted. */
    volatile String failingDeletesOf = "";
    volatile boolean cutsFail;
    /** Hook that runs before each sync. */
    volatile Runnable beforeForce = () -> {};
    final AtomicInteger writes = new AtomicInteger();
    final AtomicInteger renames = new AtomicInteger();

    private final JournalDisk real = JournalDisk.real();

    @Override
    public void createFolder(Path folder) throws IOException {
        real.createFolder(folder);
    }

    @Override
    public AppendFile open(Path file) throws IOException {
        if (isDue(failingOpens)) {
            throw new IOException("Too many open files");
        }
        return over(real.open(file));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        if (to.endsWith(HighWaterMark.NAME)) {
            // The faults and counts are of segments.
            real.rename(from, to);
            return;
        }
        renames.incrementAndGet();
        if (isDue(failingRenames)) {
            throw new IOException("Input/output error");
        }
        real.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        if (file.endsWith(failingDeletesOf) && !failingDeletesOf.isEmpty()) {
            throw new IOException("Input/output error");
        }
        real.delete(file);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        if (isDue(failingNames)) {
            throw new IOException("Input/output error");
        }
        real.forceFolder(folder);
    }

    private static boolean isDue(AtomicInteger faults) {
        return faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private AppendFile over(AppendFile disk) {
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return disk.length();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                writes.incrementAndGet();
                int room = (int) Math.max(0, Math.min(count, fullAfter - disk.length()));
                disk.append(Arrays.copyOf(bytes, room), room);
                if (room < count) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                if (cutsFail) {
                    throw new IOException("Input/output error");
                }
                disk.truncate(length);
            }

            @Override
            public void force() throws IOException {
                beforeForce.run();
                if (isDue(failingForces)) {
                    throw new IOException("Input/output error");
                }
                disk.force();
            }

            @Override
            public void close() throws IOException {
                disk.close();
                if (isDue(failingCloses)) {
                    throw new IOException("Input/output error");
                }
            }
        };
    }
}
