package dev.waggle.journal.userfile;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.FolderSync;
import org.jspecify.annotations.Nullable;

/**
 * Output at a {@link OutputTarget}. A file is written under another name in the same folder, synced and renamed when it
 * is {@linkplain #commit() committed}; until then its place is untouched. A file that was absent at first and exists at
 * the end is not replaced. A pipe is written to as it is. Owned by one thread.
 */
public final class AtomicFile implements AutoCloseable {

    private static final int BUFFER = 64 * 1024;

    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");

    private final OutputTarget target;
    private final @Nullable Path draft;
    private final FailureStream stream;
    private boolean isClosed;

    private AtomicFile(OutputTarget target, @Nullable Path draft, FailureStream stream) {
        this.target = target;
        this.draft = draft;
        this.stream = stream;
    }

    /** Access to a new file. */
    public enum FileAccess {
        /** Only the owner reads and writes it, also when it replaces a file with other permissions. */
        OWNER,
        /** The usual permissions of the user, or those of the file that it replaces. */
        USUAL
    }

    /** Hook at which tests let a disk fail. */
    interface DraftOpener {

        /** Opens an existing file. Not a channel, because an interrupt closes a channel. */
        FileOutputStream open(Path file) throws IOException;
    }

    /**
     * Starts the output. Half-made files for the same place, of processes that have ended, are deleted.
     *
     * @throws UncheckedIOException when it cannot be written
     */
    public static AtomicFile open(OutputTarget target, FileAccess access) {
        return open(target, access, file -> new FileOutputStream(file.toFile()));
    }

    static AtomicFile open(OutputTarget target, FileAccess access, DraftOpener disk) {
        try {
            if (!target.isFile()) {
                return new AtomicFile(target, null, new FailureStream(Files.newOutputStream(target.place(),
                        StandardOpenOption.WRITE, StandardOpenOption.APPEND), null));
            }
            DraftName.deleteRemains(target.place());
            Path draft = create(target, access);
            draft.toFile().deleteOnExit();
            try {
                FileOutputStream out = disk.open(draft);
                return new AtomicFile(target, draft, new FailureStream(new BufferedOutputStream(out, BUFFER), out));
            } catch (IOException failed) {
                Files.deleteIfExists(draft);
                throw failed;
            }
        } catch (IOException failed) {
            throw FileErrors.of(target.named(), "it cannot be written: ", failed);
        }
    }

    /** Attributes with which a new file belongs to its owner alone; none where the system has no permissions. */
    public static FileAttribute<?>[] ownerOnly(Path file) {
        return isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
                : new FileAttribute<?>[0];
    }

    public OutputStream stream() {
        return stream;
    }

    /**
     * Gives the file its name, once the disk has its bytes.
     *
     * @throws UncheckedIOException when any of it could not be written; then nothing is changed
     */
    public void commit() {
        try {
            stream.finish();
            if (draft != null) {
                publish(draft);
            }
        } catch (IOException failed) {
            throw FileErrors.of(target.named(), "it was not written: ", failed);
        }
    }

    /** Leaves nothing behind that was not committed. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            stream.abandon();
            if (draft != null) {
                Files.deleteIfExists(draft);
            }
        } catch (IOException failed) {
            throw FileErrors.of(target.named(), "its draft " + draft + " is left behind: ", failed);
        }
    }

    private void publish(Path written) throws IOException {
        Path place = target.place();
        if (target.isReplacing()) {
            requireOrdinary(place);
            Files.move(written, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } else {
            publishNew(written, place);
        }
        Path folder = place.getParent();
        if (folder != null && Files.isReadable(folder)) {
            FolderSync.force(folder);
        }
    }

    /** Links the file to its name, because a rename would replace a file that somebody made meanwhile. */
    private static void publishNew(Path written, Path place) throws IOException {
        try {
            Files.createLink(place, written);
            Files.delete(written);
        } catch (FileAlreadyExistsException taken) {
            throw inTheWay(place);
        } catch (UnsupportedOperationException | FileSystemException withoutLinks) {
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                throw inTheWay(place);
            }
            Files.move(written, place, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static FileSystemException inTheWay(Path place) {
        return new FileSystemException(place.toString(), null, "another program made a file of that name meanwhile");
    }

    private static void requireOrdinary(Path place) throws IOException {
        try {
            FileKind kind = FileKind.of(place, LinkOption.NOFOLLOW_LINKS);
            if (kind != FileKind.ORDINARY) {
                throw new FileSystemException(place.toString(), null, "it is " + kind.words() + " now");
            }
        } catch (NoSuchFileException deleted) {
            // There is nothing to protect any more.
        }
    }

    private static Path create(OutputTarget target, FileAccess access) throws IOException {
        Path place = target.place();
        boolean keeps = access == FileAccess.USUAL && target.isReplacing() && isPosix(place);
        Path draft = DraftName.create(place,
                access == FileAccess.OWNER || keeps ? ownerOnly(place) : new FileAttribute<?>[0]);
        if (keeps) {
            Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(place));
        }
        return draft;
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Stream that remembers its first failure, because writers of text above it swallow it. */
    private static final class FailureStream extends OutputStream {

        private final OutputStream out;
        private final @Nullable FileOutputStream file;
        private @Nullable IOException failure;

        FailureStream(OutputStream out, @Nullable FileOutputStream file) {
            this.out = out;
            this.file = file;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException failed) {
                throw remembered(failed);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (IOException failed) {
                throw remembered(failed);
            }
        }

        /** The end belongs to the file. */
        @Override
        public void close() throws IOException {
            flush();
        }

        void finish() throws IOException {
            if (failure != null) {
                throw failure;
            }
            out.flush();
            if (file != null) {
                file.getFD().sync();
            }
            out.close();
        }

        /** Closes without regard for bytes that were not written. */
        void abandon() throws IOException {
            if (file != null) {
                file.close();
            } else {
                try {
                    out.close();
                } catch (IOException broken) {
                    remembered(broken);
                }
            }
        }

        private IOException remembered(IOException failed) {
            if (failure == null) {
                failure = failed;
            }
            return failed;
        }
    }
}
