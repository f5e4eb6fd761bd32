package dev.waggle.spring.dashboard;

import java.util.List;
import java.util.Optional;

import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;

/** The pages of the swarm, on the loopback interface only and on a port of their own. */
public final class DashboardServer implements AutoCloseable {

    private static final System.Logger LOGGER = System.getLogger(DashboardServer.class.getName());

    /** Solves at once that the pages may order. */
    private static final int MAX_SOLVES = 4;

    private final WaggleServer server;
    private final String address;
    private final List<Runnable> cancels;

    private DashboardServer(WaggleServer server, String address, List<Runnable> cancels) {
        this.server = server;
        this.address = address;
        this.cancels = List.copyOf(cancels);
    }

    /**
     * Serves the data folder and the swarm of the application, and logs the address.
     *
     * @param port the port; 0 for any free one
     * @param cancels the cancellations of all solves of the application, which the end of the pages begins with
     * @throws java.io.UncheckedIOException when the port is taken
     */
    public static DashboardServer open(DashboardParts parts, int port, List<Runnable> cancels) {
        World world = World.system();
        ServerAccess access = ServerAccess.open(AccessConfig.local(),
                TokenFile.of(parts.data().resolve(TokenFile.PLACE), world), parts.signals().log(),
                FolderSecret.random(), SecretSet.NONE, world);
        try {
            WaggleServer server = WaggleServer.open(new WaggleServer.Parts(WaggleServer.VERSION,
                    ServerListener.Place.of(AccessConfig.LOOPBACK, port), access.gate(), access,
                    new ApplicationSolveLauncher(parts.config()), MAX_SOLVES,
                    hub -> parts.operations(hub, access.limiter()),
                    A2aSettings.of(WaggleServer.VERSION).withOneTeam()), parts.data(), parts.signals().log(), world,
                    (solves, seats) -> Optional.empty());
            String address = access
                    .loginAddress("http://" + AccessConfig.LOOPBACK + ':' + server.port());
            LOGGER.log(System.Logger.Level.INFO, "the pages of the swarm are at " + address);
            return new DashboardServer(server, address, cancels);
        } catch (RuntimeException | Error failed) {
            try (access) {
                throw failed;
            }
        }
    }

    /** The address with which a browser of this machine logs in, once. */
    public String loginAddress() {
        return address;
    }

    /** The port it listens at. */
    public int port() {
        return server.port();
    }

    /** Cancels the solves of the application, and then ends the pages, which close the log. */
    @Override
    public void close() {
        try (server) {
            cancels.forEach(Runnable::run);
        }
    }
}
