package dev.waggle.spring.dashboard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.review.RunLog;
import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.data.CheckpointsApi;
import dev.waggle.server.api.data.LogApi;
import dev.waggle.server.api.data.SchemasApi;
import dev.waggle.server.api.data.TemplatesApi;
import dev.waggle.server.api.data.ThreadsApi;
import dev.waggle.server.api.run.CompareApi;
import dev.waggle.server.api.run.LensApi;
import dev.waggle.server.api.run.RunArchive;
import dev.waggle.server.api.run.RunPageApi;
import dev.waggle.server.api.run.RunSetups;
import dev.waggle.server.api.run.RunViewsApi;
import dev.waggle.server.api.run.WhatIfApi;
import dev.waggle.server.api.signal.DelayedApi;
import dev.waggle.server.api.signal.EngineApi;
import dev.waggle.server.api.signal.InboxesApi;
import dev.waggle.server.api.signal.SignalTreeApi;
import dev.waggle.server.api.signal.SignalTypesApi;
import dev.waggle.server.api.signal.SignalsApi;
import dev.waggle.server.api.signal.SubscriptionsApi;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.PriceTable;

/** The pages of the swarm, on the loopback interface only and on a port of their own. */
public final class DashboardServer implements AutoCloseable {

    private static final System.Logger LOGGER = System.getLogger(DashboardServer.class.getName());

    private static final String VERSION = "0.1.0";

    /** Solves at once that the pages may order. */
    private static final int MAX_SOLVES = 4;

    private final WaggleServer server;
    private final String address;

    private DashboardServer(WaggleServer server, String address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Serves the data folder and the swarm of the application, and logs the address.
     *
     * @param port the port; 0 for any free one
     * @throws java.io.UncheckedIOException when the port is taken
     */
    public static DashboardServer open(Path data, SignalService signals, SwarmConfig config, int port) {
        World world = World.system();
        ServerAccess access = ServerAccess.open(AccessConfig.local(),
                TokenFile.of(data.resolve(TokenFile.PLACE), world), signals.log(), FolderSecret.random(),
                SecretSet.NONE, world);
        try {
            WaggleServer server = WaggleServer.open(new WaggleServer.Parts(VERSION,
                    ServerListener.Place.of(AccessConfig.LOOPBACK, port), access.gate(), access,
                    new ApplicationSolveLauncher(config), MAX_SOLVES,
                    hub -> operations(data, signals, config, hub, access.limiter())), data, signals.log(), world,
                    (solves, seats) -> Optional.empty());
            String address = access
                    .loginAddress("http://" + AccessConfig.LOOPBACK + ':' + server.port());
            LOGGER.log(System.Logger.Level.INFO, "the pages of the swarm are at " + address);
            return new DashboardServer(server, address);
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

    @Override
    public void close() {
        server.close();
    }

    private static List<Operation> operations(Path data, SignalService signals, SwarmConfig config, EventHub hub,
            AccessLimiter limits) {
        World world = World.system();
        FileJournal log = signals.log();
        RunArchive runs = new RunArchive(log);
        RunSetups setups = new ApplicationRunSetups(config);
        List<Operation> all = new ArrayList<>();
        all.addAll(new RunViewsApi(runs, setups).operations());
        all.addAll(new RunPageApi(runs, setups).operations());
        all.addAll(new WhatIfApi(runs).operations());
        all.addAll(new CompareApi(runs, setups).operations());
        all.addAll(new LensApi(runs).operations());
        all.addAll(new ThreadsApi(log, world).operations());
        all.addAll(new LogApi(log, data, world).operations());
        all.addAll(new CheckpointsApi(FileCheckpointStore.open(data, world), log).operations());
        all.addAll(new SchemasApi().operations());
        all.addAll(new TemplatesApi().operations());
        all.addAll(new SignalsApi(signals, log, hub, limits).operations());
        all.addAll(new SignalTypesApi(log).operations());
        all.addAll(new SignalTreeApi(log).operations());
        all.addAll(new EngineApi(log, hub, limits, world).operations());
        all.addAll(new DelayedApi(signals.delayed()).operations());
        all.addAll(new SubscriptionsApi(signals.inboxes()).operations());
        all.addAll(new InboxesApi(signals.inboxes(), log).operations());
        return all;
    }

    /** Setups of runs: all are those of the application. */
    private record ApplicationRunSetups(SwarmConfig config) implements RunSetups {

        @Override
        public Function<LoggedRun, SwarmConfig> replayConfig() {
            return _ -> ApplicationSolveLauncher.silent(config);
        }

        @Override
        public Optional<PriceTable> prices(RunLog log) {
            return Optional.of(config.spending().prices());
        }

        @Override
        public List<String> notes(String run, List<LogEntry> entries) {
            return List.of();
        }
    }
}
