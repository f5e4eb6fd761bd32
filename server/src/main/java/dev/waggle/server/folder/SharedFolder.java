package dev.waggle.server.folder;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;

/**
 * Opening of a data folder for a command: through the server that owns it, else in this process. The lock of the folder
 * decides who owns it, never a file that names an owner.
 */
public final class SharedFolder {

    /** Pause between two looks at an owner that is no server, or not one yet. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Time for which a call is repeated when the wait for a lock is shorter: a server restarts within it. */
    private static final Duration MIN_RETRY = Duration.ofSeconds(10);

    private SharedFolder() {}

    /**
     * Opens a folder. Waits for an owner that is no server for the time that the configuration names.
     *
     * @param config the configuration of a folder that this process owns. A server has its own, but an entry is on the
     *        disk when its append returns if this says so
     * @throws UncheckedIOException when the folder cannot be read and written, another process has it open, or a server
     *         refuses this command
     */
    public static SignalBroker open(Path data, SignalServiceConfig config, World world) {
        Duration wait = config.log().lockWait();
        SignalServiceConfig atOnce = config.withLog(config.log().withLockWait(Duration.ZERO));
        long start = world.nanos();
        while (true) {
            Optional<SignalBroker> remote = connect(data, config, world);
            if (remote.isPresent()) {
                return remote.get();
            }
            try {
                SignalService own = SignalService.open(data, atOnce, world);
                FolderOwnership.removeLeftovers(data);
                return own;
            } catch (UncheckedIOException failed) {
                if (!(failed.getCause() instanceof WriterLock.HeldException)
                        || world.nanos() - start >= wait.toNanos() || !FolderClient.isPaused(world, PAUSE)) {
                    throw failed;
                }
            }
        }
    }

    /** The process of the server that owns a folder and answers, for a command that needs the folder alone. */
    public static OptionalLong server(Path data, World world) {
        Optional<FolderDescriptor> owner = FolderDescriptor.read(FolderPlace.of(data));
        if (owner.isEmpty()) {
            return OptionalLong.empty();
        }
        Optional<FolderClient> client;
        try {
            client = FolderClient.connect(data, world, Duration.ZERO);
        } catch (UncheckedIOException refused) {
            return OptionalLong.of(owner.get().process());
        }
        client.ifPresent(FolderClient::close);
        return client.isPresent() ? OptionalLong.of(owner.get().process()) : OptionalLong.empty();
    }

    /**
     * Opens a folder through the server that owns it; empty when no server answers.
     *
     * @param config as for {@link #open}
     * @throws UncheckedIOException when the server refuses this command
     */
    public static Optional<SignalBroker> connect(Path data, SignalServiceConfig config, World world) {
        Duration wait = config.log().lockWait();
        return FolderClient.connect(data, world, wait.compareTo(MIN_RETRY) < 0 ? MIN_RETRY : wait)
                .map(client -> new RemoteSignalBroker(client,
                        config.log().durability() instanceof Durability.EveryAppend, world));
    }
}
