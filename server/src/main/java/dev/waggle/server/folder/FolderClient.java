package dev.waggle.server.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/**
 * Connection of a command to the owner of a data folder. Calls survive a lost connection and a restart of the owner:
 * they are repeated for a bounded time and have their effect once. Thread-safe.
 */
final class FolderClient implements AutoCloseable {

    /** Pause before a call is repeated. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Path data;
    private final World world;
    private final Duration retryFor;
    private final FolderTransport transport;
    private final FolderSessionClient session;
    private final CallNumbers numbers = new CallNumbers();

    private FolderClient(Path data, World world, Duration retryFor, FolderTransport transport) {
        this.data = data;
        this.world = world;
        this.retryFor = retryFor;
        this.transport = transport;
        this.session = new FolderSessionClient(FolderPlace.of(data), transport);
    }

    /**
     * Connects to the owner of a folder; empty when there is none that answers.
     *
     * @param retryFor the time for which calls are repeated
     * @throws UncheckedIOException when it refuses this command, for example because of its version
     */
    static Optional<FolderClient> connect(Path data, World world, Duration retryFor) {
        if (FolderDescriptor.read(FolderPlace.of(data)).isEmpty()) {
            return Optional.empty();
        }
        FolderTransport transport;
        try {
            transport = new FolderTransport();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed.getMessage(), failed);
        }
        FolderClient client = new FolderClient(data, world, retryFor, transport);
        try {
            var _ = client.session.open();
            return Optional.of(client);
        } catch (IOException unreachable) {
            transport.close();
            return Optional.empty();
        } catch (RuntimeException | Error refused) {
            transport.close();
            throw refused;
        }
    }

    /** The session, for its claims and the state of the log when it began. */
    FolderSessionClient session() {
        return session;
    }

    /** Makes a call without entries. */
    FolderMessage call(FolderCall call, JsonObjectBuilder arguments) {
        return call(call, arguments, List.of());
    }

    /**
     * Makes a call.
     *
     * @throws UncheckedIOException when the owner failed, or cannot be reached any more. Then the call may have had its
     *         effect
     */
    FolderMessage call(FolderCall call, JsonObjectBuilder arguments, List<LogEntry> entries) {
        arguments.with("call", FolderCodec.word(call));
        if (!call.isNumbered()) {
            return repeated(call, arguments, entries);
        }
        long number = numbers.next();
        try {
            arguments.with("number", number).with("done", numbers.lowest());
            return repeated(call, arguments, entries);
        } finally {
            numbers.finish(number);
        }
    }

    /** Claims a run, also in later sessions. */
    void claim(String run) {
        var _ = call(FolderCall.CLAIM, new JsonObjectBuilder().with("run", run));
        session.keep(run);
    }

    /** Ends a claim. A claim that cannot be ended now ends with the session. */
    void release(String run) {
        if (!session.forget(run)) {
            return;
        }
        try {
            var _ = call(FolderCall.RELEASE, new JsonObjectBuilder().with("run", run));
        } catch (UncheckedIOException ended) {
            return; // It ended with its session.
        }
    }

    @Override
    public void close() {
        session.close();
        transport.close();
    }

    private FolderMessage repeated(FolderCall call, JsonObjectBuilder arguments, List<LogEntry> entries) {
        long start = world.nanos();
        for (boolean isRepeated = false;; isRepeated = true) {
            FolderMessage message = new FolderMessage(arguments.with("repeated", isRepeated).json(), entries);
            try {
                return session.call(message);
            } catch (IOException lost) {
                if (world.nanos() - start >= retryFor.toNanos() || !isPaused(world, PAUSE)) {
                    throw lost(call, lost);
                }
            }
        }
    }

    /** Waits before another try; false when the thread is interrupted. */
    static boolean isPaused(World world, Duration pause) {
        try {
            var _ = world.await(new CompletableFuture<>(), pause);
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private UncheckedIOException lost(FolderCall call, IOException reason) {
        return new UncheckedIOException(data + ": the server that owns this folder cannot be reached: "
                + reason.getMessage() + (call.isNumbered() ? "; the change may have been made nevertheless" : "")
                + "\nMaybe start it again with waggle serve --data " + data + ", or end it and repeat the command.",
                reason);
    }
}
