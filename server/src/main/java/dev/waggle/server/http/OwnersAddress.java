package dev.waggle.server.http;

import java.nio.file.Path;

/** Address of a listener for commands of the owner of a folder, beside its public address. */
public sealed interface OwnersAddress {

    /** No such address. */
    static OwnersAddress none() {
        return new None();
    }

    /** No listener beside the public one. */
    record None() implements OwnersAddress {}

    /**
     * A socket in the file system.
     *
     * @param file its file
     */
    record Socket(Path file) implements OwnersAddress {}

    /**
     * A free port of the loopback address, by plain HTTP. The public address may be another one, or speak TLS with a
     * certificate for another name.
     */
    record Loopback() implements OwnersAddress {}
}
