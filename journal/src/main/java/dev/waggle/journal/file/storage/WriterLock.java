package dev.waggle.journal.file.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.world.World;

/**
 * The right to write into a folder, for example a journal. It is an operating system lock on the file {@value #NAME}
 * in that folder, and ends with the process. The file itself stays, because deleting it could give two writers a lock
 * on two files of one name.
 *
 * <p>The lock is not on a segment. On POSIX systems a process loses its lock on a file when it closes any other handle
 * of that file. Every reader is such a handle. For the same reason this class records the locks that the process holds
 * instead of trying a second time.
 */
public final class WriterLock implements Closeable {

    static final String NAME = ".lock";

    /** Pause before the next attempt: short for a person, long for a processor. */
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
     * Acquires the lock of a folder.
     *
     * @param folder its real path
     * @param timeout maximum wait for the release by another holder
     * @throws IOException when another process still holds it then; the message names the holder
     */
    public static WriterLock acquire(Path folder, Duration timeout, World world) throws IOException {
        long start = world.nanos();
        while (true) {
            // Read before the attempt, so that the last attempt comes after the end of the wait, however slow this is.
            Duration left = timeout.minusNanos(world.nanos() - start);
            try {
                return tryAcquire(folder);
            } catch (HeldException held) {
                if (!left.isPositive() || isInterruptedWhileWaiting(left, world)) {
                    throw held;
                }
            }
        }
    }

    /** True if a folder has a lock, which a process may hold. */
    public static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
    }

    /** Releases the lock. A second call is harmless, also when another holder has it by then. */
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

    /**
     * Acquires the lock of a folder, without a wait.
     *
     * @throws HeldException when this or another process holds it
     */
    public static WriterLock tryAcquire(Path folder) throws IOException {
        Path path = folder.resolve(NAME);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            // What a link leads to may be anybody's file, and the lock is written.
            throw new FileSystemException(path.toString(), null, "it is no regular file\nMaybe move it away.");
        }
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

    /** Signals that another process holds the lock. */
    public static final class HeldException extends FileSystemException {

        private static final long serialVersionUID = 1;

        private final String holder;

        HeldException(Path folder, String holder) {
            this(folder.toString(), holder, "write to another folder; reading needs no lock.");
        }

        private HeldException(String folder, String holder, String remedy) {
            super(folder, null, "it is being written by " + holder + "\nMaybe end that one, or " + remedy);
            this.holder = holder;
        }

        /** The same for a change of what is in the folder, for which another folder is no remedy. */
        public HeldException ofContent() {
            return new HeldException(getFile(), holder, "try again when it has ended.");
        }
    }
}
