package dev.waggle.cli.journal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.folder.FolderApi;
import dev.waggle.server.folder.FolderOwnership;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.world.World;

/** A server that owns a data folder and admits nothing but commands of its owner. */
public record FolderOwner(SignalService signals, FolderOwnership ownership, ServerListener listener)
        implements
        AutoCloseable {

    public static FolderOwner open(Path data) {
        World world = World.system();
        SignalService signals = SignalService.open(data, SignalServiceConfig.defaults(), world);
        FolderOwnership ownership = FolderOwnership.prepare(data, Transport.SOCKET);
        AccessGate gate = (head, _) -> {
            if (head.isOwnersSocket()) {
                return AccessGate.Admission.of(CallerIdentity.owner());
            }
            throw new AccessGate.AccessRefusedException(401, "no owner", Map.of());
        };
        ServerListener listener = ServerListener.open(
                Place.local().withOwners(ownership.address()),
                new FolderApi(signals, world).operations(), gate, new RequestCounter(), Optional.empty(), world);
        ownership.publish(listener.ownersPort());
        return new FolderOwner(signals, ownership, listener);
    }

    @Override
    public void close() {
        ownership.close();
        listener.close();
        signals.close();
    }
}
