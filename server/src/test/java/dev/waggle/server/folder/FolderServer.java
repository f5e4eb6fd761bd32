package dev.waggle.server.folder;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.world.World;

/** A server that owns a data folder and has nothing but the operations for commands. */
final class FolderServer implements AutoCloseable {

    private final SignalService signals;
    private final FolderOwnership ownership;
    private final ServerListener listener;

    private FolderServer(SignalService signals, FolderOwnership ownership, ServerListener listener) {
        this.signals = signals;
        this.ownership = ownership;
        this.listener = listener;
    }

    static FolderServer open(Path data, Transport transport) {
        return open(data, transport, SignalServiceConfig.defaults());
    }

    static FolderServer open(Path data, Transport transport, SignalServiceConfig config) {
        return open(data, transport, config, Place.local());
    }

    static FolderServer open(Path data, Transport transport, SignalServiceConfig config, Place place) {
        World world = World.system();
        SignalService signals = SignalService.open(data, config, world);
        FolderOwnership ownership = FolderOwnership.prepare(data, transport);
        AccessGate gate = (head, _) -> {
            if (head.isOwnersSocket() || ownership.secret().test(head)) {
                return AccessGate.Admission.of(CallerIdentity.owner());
            }
            throw new AccessGate.AccessRefusedException(401, "no secret", Map.of());
        };
        ServerListener listener = ServerListener.open(
                place.withOwners(ownership.address()),
                new FolderApi(signals, world).operations(), gate, new RequestCounter(), Optional.empty(), world);
        ownership.publish(listener.ownersPort());
        return new FolderServer(signals, ownership, listener);
    }

    SignalService signals() {
        return signals;
    }

    FolderOwnership ownership() {
        return ownership;
    }

    /** The port for commands. */
    int port() {
        return listener.ownersPort();
    }

    @Override
    public void close() {
        ownership.close();
        listener.close();
        signals.close();
    }
}
