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
 * @param socket its socket; {@code null} where the system has none
 * @param port its port at the loopback address
 */
record FolderDescriptor(long process, String version, @Nullable String socket, int port) {

    /** Largest file that is read; a descriptor has some hundred bytes. */
    private static final long MAX_BYTES = 16_384;

    private static final int MAX_PORT = 65_535;

    JsonValue.Obj json() {
        return new JsonObjectBuilder().with("process", process).with("version", version)
                .withPresent("socket", socket).with("port", port).json();
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
