package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.world.World;

/**
 * The right to write into a folder, for example a journal. It is a lock of the operating system on a file {@value #NAME} in its folder, which ends
 * with the process; the file itself stays, because taking it away could give two writers a lock on two files of one
 * name.
 *
 * <p>The lock is not on a segment, for on POSIX systems a process loses its lock on a file as soon as it closes any
 * other handle of that file, and every reader is such a handle. For the same reason this class keeps book of what the
 * process holds instead of trying a second time.
 */
public final class WriterLock implements Closeable {

    static final String NAME = ".lock";

    /** How long it waits before it tries again: short for a person, long for a processor. */
    private static final Duration RETRY_PAUSE = Duration.ofMillis(20);

    private static final int MAX_HOLDER_BYTES = 64;

    private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final RandomAccessFile file;
    private boolean isClosed;

    private WriterLock(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * The lock of a folder.
     *
     * @param folder its real path
     * @param timeout how long to wait for another holder to go away
     * @throws IOException when somebody else still holds it then; the message says who
     */
    public static WriterLock acquire(Path folder, Duration timeout, World world) throws IOException {
        long start = world.nanos();
        while (true) {
            try {
                return tryAcquire(folder);
            } catch (HeldException held) {
                Duration left = timeout.minusNanos(world.nanos() - start);
                if (!left.isPositive() || isInterruptedWhileWaiting(left, world)) {
                    throw held;
                }
            }
        }
    }

    /** Gives it back; a second time is harmless, also when somebody else has it by then. */
    @Override
    public synchronized void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            file.close();
        } finally {
            HELD_BY_THIS_PROCESS.remove(path);
        }
    }

    private static WriterLock tryAcquire(Path folder) throws IOException {
        Path path = folder.resolve(NAME);
        if (!HELD_BY_THIS_PROCESS.add(path)) {
            throw new HeldException(folder, "this process");
        }
        RandomAccessFile file = null;
        try {
            file = new RandomAccessFile(path.toFile(), "rw");
            if (file.getChannel().tryLock() == null) {
                throw new HeldException(folder, holder(file));
            }
            file.setLength(0);
            file.write(("process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8));
            return new WriterLock(path, file);
        } catch (IOException | OverlappingFileLockException failed) {
            if (file != null) {
                file.close();
            }
            HELD_BY_THIS_PROCESS.remove(path);
            throw failed;
        }
    }

    private static boolean isInterruptedWhileWaiting(Duration left, World world) {
        try {
            boolean _ = world.await(new CompletableFuture<>(), left.compareTo(RETRY_PAUSE) < 0 ? left : RETRY_PAUSE);
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static String holder(RandomAccessFile file) throws IOException {
        byte[] name = new byte[(int) Math.min(file.length(), MAX_HOLDER_BYTES)];
        file.readFully(name);
        return name.length == 0 ? "another process" : new String(name, StandardCharsets.UTF_8);
    }

    /** Somebody else is writing. */
    private static final class HeldException extends FileSystemException {

        private static final long serialVersionUID = 1;

        HeldException(Path folder, String holder) {
            super(folder.toString(), null, "it is being written by " + holder
                    + "\nMaybe end that one, or write to another folder; reading needs no lock.");
        }
    }
}
