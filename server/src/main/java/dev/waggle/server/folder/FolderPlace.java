package dev.waggle.server.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Files of the owner of a data folder, in a folder that only its user can enter.
 *
 * <pre>
 *   DATA/server/owner.json   process, version, socket and port of the owner
 *   DATA/server/socket       the socket, mode 0600
 *   DATA/server/secret       the secret for requests over the loopback address, mode 0600
 * </pre>
 *
 * @param folder the folder of these files
 */
record FolderPlace(Path folder) {

    /** Longest path of a socket in bytes; Linux has room for one more, macOS for three less. */
    private static final int MAX_SOCKET_PATH = 103;

    private static final int HASH_DIGITS = 32;

    /** The files of that data folder. */
    static FolderPlace of(Path data) {
        return new FolderPlace(data.toAbsolutePath().normalize().resolve("server"));
    }

    Path descriptor() {
        return folder.resolve("owner.json");
    }

    Path secret() {
        return folder.resolve("secret");
    }

    /**
     * The socket. Where its path is too long for a socket, it stands in the runtime directory of the user. Its name
     * is the hash of the path then.
     */
    Path socket() throws IOException {
        Path near = near();
        return near.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_SOCKET_PATH
                ? near
                : runtimeFolder().resolve(hash(near.toString()));
    }

    /** True if that can be the socket of this folder. A folder from elsewhere may name any file as its socket. */
    boolean isSocket(Path socket) throws IOException {
        Path near = near();
        return socket.equals(near) || socket.endsWith(hash(near.toString()));
    }

    private Path near() throws IOException {
        return (Files.exists(folder) ? folder.toRealPath() : folder).resolve("socket");
    }

    private static Path runtimeFolder() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        return runtime == null || runtime.isBlank()
                ? Path.of(System.getProperty("java.io.tmpdir"), "waggle-" + System.getProperty("user.name"))
                : Path.of(runtime, "waggle");
    }

    private static String hash(String path) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this JVM has no SHA-256", missing);
        }
    }
}
