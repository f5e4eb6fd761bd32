package dev.waggle.server.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.http.ServerListener.OwnersAddress;
import org.jspecify.annotations.Nullable;

/**
 * Files by which commands find the owner of a data folder. The owner holds the lock of the folder before it makes them,
 * so what it finds of another owner is left over.
 *
 * <pre>
 *   prepare -> listen at address() -> publish(port) -> close
 * </pre>
 */
public final class FolderOwnership implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(FolderOwnership.class.getName());

    private final FolderPlace place;
    private final @Nullable Path socket;
    private final FolderSecret secret;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private FolderOwnership(FolderPlace place, @Nullable Path socket, FolderSecret secret) {
        this.place = place;
        this.socket = socket;
        this.secret = secret;
    }

    /** Kind of the address of an owner. */
    public enum Transport {
        /** A socket in the file system where one can be bound, and the loopback address elsewhere. */
        SOCKET,
        /** The loopback address with the secret of the folder. */
        LOOPBACK
    }

    /**
     * Makes the files that must be there before the owner listens. The caller holds the lock of the folder.
     *
     * @throws UncheckedIOException when they cannot be made
     */
    public static FolderOwnership prepare(Path data, Transport transport) {
        FolderPlace place = FolderPlace.of(data);
        try {
            makePrivate(place.folder());
            Files.deleteIfExists(place.descriptor());
            Path socket = transport == Transport.SOCKET && isPosix(data) ? bindable(place) : null;
            FolderSecret secret = FolderSecret.random();
            write(place.secret(), secret.text());
            return new FolderOwnership(place, socket, secret);
        } catch (IOException failed) {
            throw FileErrors.of(place.folder(), "the files of the server cannot be made: ", failed);
        }
    }

    /** The address to listen at for commands. */
    public OwnersAddress address() {
        return socket == null ? new OwnersAddress.Loopback() : new OwnersAddress.Socket(socket);
    }

    /** The secret that proves the owner in requests that come another way. */
    public FolderSecret secret() {
        return secret;
    }

    /**
     * Lets commands find the owner, which listens by now.
     *
     * @param port its port for commands at the loopback address
     * @throws UncheckedIOException when the address cannot be written
     */
    public void publish(int port) {
        try {
            if (socket != null) {
                Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            }
            FolderDescriptor owner = new FolderDescriptor(ProcessHandle.current().pid(), FolderVersion.OWN,
                    socket == null ? null : socket.toString(), port);
            write(place.descriptor(), JsonText.write(owner.json()) + "\n");
        } catch (IOException failed) {
            throw FileErrors.of(place.folder(), "the address of the server cannot be written: ", failed);
        }
    }

    /** Deletes the files, once: a second call could meet those of the next owner. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        delete(place.descriptor());
        delete(place.secret());
        if (socket != null) {
            delete(socket);
        }
    }

    /** Deletes the files of an owner that was killed. The caller holds the lock of the folder. */
    static void removeLeftovers(Path data) {
        FolderPlace place = FolderPlace.of(data);
        FolderDescriptor.read(place).map(FolderDescriptor::socket).ifPresent(socket -> delete(Path.of(socket)));
        try {
            delete(place.socket()); // Its owner may have been killed before it wrote its address.
        } catch (IOException left) {
            LOG.log(Level.DEBUG, "a socket may be left behind", left);
        }
        delete(place.secret());
        delete(place.descriptor());
    }

    /** The socket when one can be bound there: some systems and file systems have none. */
    private static @Nullable Path bindable(FolderPlace place) {
        try {
            Path socket = place.socket();
            makePrivate(Objects.requireNonNull(socket.getParent(), "socket"));
            Files.deleteIfExists(socket);
            try (ServerSocketChannel tried = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                var _ = tried.bind(UnixDomainSocketAddress.of(socket));
            }
            Files.delete(socket);
            return socket;
        } catch (IOException | UnsupportedOperationException refused) {
            LOG.log(Level.DEBUG, "commands come over the loopback address, because no socket can be bound", refused);
            return null;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            LOG.log(Level.DEBUG, "a file of the server is left behind", left);
        }
    }

    private static void write(Path file, String text) throws IOException {
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.OWNER)) {
            whole.stream().write(text.getBytes(StandardCharsets.UTF_8));
            whole.commit();
        }
    }

    /** A folder that only its user can enter. A link or a folder of another user is refused. */
    private static void makePrivate(Path folder) throws IOException {
        if (!isPosix(folder)) {
            Files.createDirectories(folder);
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(folder,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
