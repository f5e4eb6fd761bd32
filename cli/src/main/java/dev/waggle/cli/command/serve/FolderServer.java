package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.cli.serve.ServedTools;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.folder.FolderApi;
import dev.waggle.server.folder.FolderOwnership;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.world.World;

/** A server of a data folder, with the tools of the Model Context Protocol at {@code /mcp}. */
final class FolderServer implements AutoCloseable {

    private final FolderOwnership ownership;
    private final WaggleServer server;

    private FolderServer(FolderOwnership ownership, WaggleServer server) {
        this.ownership = ownership;
        this.server = server;
    }

    /**
     * Parts of a server.
     *
     * @param version its version
     * @param place its address, beside that for commands
     * @param ownership the files by which commands find it; closed first
     * @param gate its access control
     * @param access the limits and logins of its callers
     * @param launcher the wiring of solves
     * @param maxSolves the number of solves at once
     * @param operations the operations on the folder
     * @param agents the settings for agents of other systems
     */
    record Parts(String version, ServerListener.Place place, FolderOwnership ownership, AccessGate gate,
            ServerAccess access, SolveLauncher launcher, int maxSolves,
            Function<EventHub, List<Operation>> operations, A2aSettings agents) {}

    static FolderServer open(Parts parts, Path data, SignalService signals, World world) {
        FileJournal log = signals.log();
        return published(new FolderServer(parts.ownership(), WaggleServer.open(new WaggleServer.Parts(
                parts.version(), parts.place().withOwners(parts.ownership().address()), parts.gate(), parts.access(),
                parts.launcher(), parts.maxSolves(), hub -> operations(parts, hub, signals, world),
                parts.agents()), data, log, world,
                (solves, seats) -> Optional.of(ServedTools.of(parts.version(), signals, log,
                        new ServedTools.ServerParts(solves, parts.maxSolves(), parts.access().limiter(),
                                seats))))));
    }

    /** The port it listens at. */
    int port() {
        return server.port();
    }

    /** Its active solves. */
    SolveRegistry solves() {
        return server.solves();
    }

    /** The token of a link for the open request of a seat; empty when it is not asked. */
    Optional<String> seatToken(String run, String seat) {
        return server.seatToken(run, seat);
    }

    @Override
    public void close() {
        try (server; ownership) {
            // First no command finds it any more.
        }
    }

    private static FolderServer published(FolderServer opened) {
        try {
            opened.ownership.publish(opened.server.ownersPort());
            return opened;
        } catch (RuntimeException | Error failed) {
            try (opened) {
                throw failed;
            }
        }
    }

    private static List<Operation> operations(Parts parts, EventHub hub, SignalService signals, World world) {
        List<Operation> all = new ArrayList<>(parts.operations().apply(hub));
        all.addAll(new FolderApi(signals, world).operations());
        return all;
    }
}
