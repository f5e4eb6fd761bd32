package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write a journal. It is a lock of the operating system on a file {@code <journal>.lock} beside it, which
 * ends with the process; the file itself stays, because taking it away could give two writers a lock on two files of one
 * name.
 *
 * <p>The lock is not on the journal, for on POSIX systems a process loses its lock on a file as soon as it closes any
 * other handle of that file, and every reader is such a handle. For the same reason this class keeps book of what the
 * process holds instead of trying a second time.
 */
final class WriterLock implements Closeable {

    private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final RandomAccessFile file;

    private WriterLock(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /** The lock of a journal, named by its real path. */
    static WriterLock on(Path journal) throws IOException {
        Path path = journal.resolveSibling(journal.getFileName() + ".lock");
        if (!HELD_BY_THIS_PROCESS.add(path)) {
            throw held(journal, "this process");
        }
        RandomAccessFile file = null;
        try {
            file = new RandomAccessFile(path.toFile(), "rw");
            if (file.getChannel().tryLock() == null) {
                throw held(journal, holder(file));
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

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            HELD_BY_THIS_PROCESS.remove(path);
        }
    }

    private static String holder(RandomAccessFile file) throws IOException {
        byte[] name = new byte[(int) Math.min(file.length(), 64)];
        file.readFully(name);
        return name.length == 0 ? "another process" : new String(name, StandardCharsets.UTF_8);
    }

    private static FileSystemException held(Path journal, String holder) {
        return new FileSystemException(journal.toString(), null, "it is being written by " + holder
                + "\nMaybe end that one, or write to another file; reading needs no lock.");
    }
}
