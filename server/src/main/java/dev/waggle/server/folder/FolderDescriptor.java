package dev.waggle.server.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Address of the process that owns a data folder.
 *
 * @param process its process id
 * @param version its version
 * @param socket its socket; {@code null} where none can be bound
 * @param port its port for commands at the loopback address
 */
record FolderDescriptor(long process, String version, @Nullable String socket, int port) {

    /** Largest file that is read; a descriptor has some hundred bytes. */
    private static final long MAX_BYTES = 16_384;

    private static final int MAX_PORT = 65_535;

    JsonValue.Obj json() {
        return new JsonObjectBuilder().with("process", process).with("version", version)
                .withPresent("socket", socket).with("port", port).json();
    }

    /**
     * False for the loopback port of an owner that has ended. Another program may have the port since, and would get
     * the secret and the entries. A socket in the file system is the owner's in any case.
     */
    boolean isCredible() {
        return socket != null || ProcessHandle.of(process).isPresent();
    }

    /** The descriptor in that place. A file that is no descriptor is none, because the lock decides who owns. */
    static Optional<FolderDescriptor> read(FolderPlace place) {
        try {
            Path file = place.descriptor();
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            JsonObjectReader in = JsonObjectReader.root("the owner",
                    JsonText.read(Files.readString(file, StandardCharsets.UTF_8)));
            String socket = in.optionalText("socket");
            if (socket != null && !place.isSocket(Path.of(socket))) {
                return Optional.empty();
            }
            int port = in.int32("port");
            return port < 0 || port > MAX_PORT ? Optional.empty()
                    : Optional.of(new FolderDescriptor(in.integer("process"), in.text("version"), socket, port));
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
