package dev.waggle.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;

import dev.waggle.connect.mcp.server.McpServerDefinition;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.api.a2a.A2aServer;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.api.access.AccessApi;
import dev.waggle.server.api.page.PagesApi;
import dev.waggle.server.api.run.DeliberationsApi;
import dev.waggle.server.api.run.RunMarksApi;
import dev.waggle.server.api.run.SolveApi;
import dev.waggle.server.api.run.SolveEventsApi;
import dev.waggle.server.api.seat.SeatApi;
import dev.waggle.server.api.status.StatusApi;
import dev.waggle.server.api.status.StatusApi.Metric;
import dev.waggle.server.api.status.StatusApi.MetricKind;
import dev.waggle.server.http.OpenApiDocument;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.run.RunCatalog;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.run.SuspensionMonitor;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** A running server of a data folder. */
public final class WaggleServer implements AutoCloseable {

    /** Version of this program. */
    public static final String VERSION = Objects.requireNonNullElse(
            WaggleServer.class.getPackage().getImplementationVersion(), "0.1.0");

    private final EventHub hub;
    private final RunCatalog catalog;
    private final SolveRegistry solves;
    private final ServerAccess access;
    private final SuspensionMonitor suspensions;
    private final ServerListener listener;
    private final McpMount tools;
    private final SeatApi seats;
    private final A2aServer agents;

    private WaggleServer(EventHub hub, RunCatalog catalog, SolveRegistry solves, ServerAccess access,
            SuspensionMonitor suspensions, ServerListener listener, McpMount tools, SeatApi seats,
            A2aServer agents) {
        this.agents = agents;
        this.seats = seats;
        this.access = access;
        this.tools = tools;
        this.hub = hub;
        this.catalog = catalog;
        this.solves = solves;
        this.suspensions = suspensions;
        this.listener = listener;
    }

    /**
     * Parts of a server that its owner wires.
     *
     * @param version its version
     * @param place its address
     * @param gate its access control
     * @param access the limits and logins of its callers; closed with the server, before the log
     * @param launcher the wiring of solves
     * @param maxSolves the number of solves at once
     * @param operations further operations, which may stream the log
     * @param agents the settings of the Agent2Agent protocol
     */
    public record Parts(String version, ServerListener.Place place, AccessGate gate, ServerAccess access,
            SolveLauncher launcher, int maxSolves, Function<EventHub, List<Operation>> operations,
            A2aSettings agents) {

        /** Parts with the usual settings of the Agent2Agent protocol. */
        public Parts(String version, ServerListener.Place place, AccessGate gate, ServerAccess access,
                SolveLauncher launcher, int maxSolves, Function<EventHub, List<Operation>> operations) {
            this(version, place, gate, access, launcher, maxSolves, operations, A2aSettings.of(version));
        }
    }

    /**
     * Serves that log from now on, and closes it at the end. Suspended runs that were answered meanwhile go on.
     *
     * @param data the folder of the log, with the answers of people and the secrets of the server
     * @param tools the tools for clients of the Model Context Protocol at {@code /mcp}, asked for by the first of
     *        them; empty for none
     * @throws java.io.UncheckedIOException when the address is taken
     */
    public static WaggleServer open(Parts parts, Path data, FileJournal log, World world,
            BiFunction<SolveRegistry, SeatRegistry, Optional<McpServerDefinition>> tools) {
        ServerAccess access = parts.access();
        RunCatalog catalog = new RunCatalog(log); // Before the hub, so that it knows what clients are told.
        EventHub hub = EventHub.open(log, world);
        SolveRegistry solves = new SolveRegistry(log, catalog, hub, parts.launcher(), parts.maxSolves(), world);
        FileSeatAnswers answers = FileSeatAnswers.open(data, world);
        SuspensionMonitor suspensions = SuspensionMonitor.open(solves, catalog, answers, access.limiter(),
                world);
        SeatRegistry seats = new SeatRegistry(log, catalog, answers, suspensions::wake, world);
        A2aServer agents = A2aServer.open(new A2aServer.Parts(parts.agents(), log, catalog, hub, solves, seats,
                access.limiter()), data, world);
        RequestCounter counter = new RequestCounter();
        List<Operation> operations = new ArrayList<>();
        AtomicReference<@Nullable JsonValue> document = new AtomicReference<>();
        AtomicReference<@Nullable ServerListener> listening = new AtomicReference<>();
        operations.addAll(new StatusApi(parts.version(), () -> log.backgroundFailures().isEmpty(),
                () -> metrics(solves, hub, log, agents, listening.get()), counter::counts,
                () -> document.updateAndGet(known -> known == null
                        ? OpenApiDocument.of(parts.version(), operations)
                        : known))
                .operations());
        operations.addAll(new SolveApi(solves, catalog, access.limiter(), agents::escalation).operations());
        operations.addAll(new DeliberationsApi(parts.launcher()).operations());
        operations.addAll(new SolveEventsApi(solves, hub, access.limiter()).operations());
        operations.addAll(new RunMarksApi(solves, hub, access.limiter()).operations());
        SeatApi seating = new SeatApi(seats, data, world);
        operations.addAll(seating.operations());
        operations.addAll(agents.api().operations());
        operations.addAll(new AccessApi(access, PagesApi.accepted(), PagesApi::home).operations());
        operations.addAll(new PagesApi().operations());
        operations.addAll(parts.operations().apply(hub));
        McpMount mount = new McpMount(() -> tools.apply(solves, seats), new McpAdmission(parts.gate()), world);
        try {
            ServerListener listener = ServerListener.open(parts.place(), operations, parts.gate(), counter,
                    Optional.of(mount), world);
            listening.set(listener);
            return new WaggleServer(hub, catalog, solves, access, suspensions, listener, mount, seating,
                    agents);
        } catch (RuntimeException | Error failed) {
            try (catalog; hub; suspensions; agents; mount) {
                throw failed;
            }
        }
    }

    /** The port it listens at. */
    public int port() {
        return listener.port();
    }

    /** The port for commands of the owner of the folder. */
    public int ownersPort() {
        return listener.ownersPort();
    }

    /** Number of open connections over the network. */
    public int connections() {
        return listener.connections();
    }

    /** Number of clients that follow a stream of its log. */
    public int streamClients() {
        return hub.clients();
    }

    /** Its active solves. */
    public SolveRegistry solves() {
        return solves;
    }

    /** The token of a link with which a person answers the open request of a seat; empty when it is not asked. */
    public Optional<String> seatToken(String run, String seat) {
        return seats.token(run, seat);
    }

    /** Refuses new requests, ends the streams and closes the log. Running solves can be resumed from it. */
    @Override
    public void close() {
        try (solves; access; catalog; listener; hub; suspensions; agents; tools) {
            // Closed in the reverse order: no tool, no wait of a task, no resumption, no stream, no request, no audit entry, no solve.
        }
    }

    private static List<Metric> metrics(SolveRegistry solves, EventHub hub, FileJournal log,
            A2aServer agents, @Nullable ServerListener listener) {
        return List.of(
                new Metric("a2a_updates_lost_total", MetricKind.COUNTER,
                        "Updates of tasks that were given up, so that their receiver did not get them.",
                        agents.lostUpdates()),
                new Metric("connections", MetricKind.GAUGE, "Open connections over the network.",
                        listener == null ? 0 : listener.connections()),
                new Metric("log_entries", MetricKind.GAUGE, "Number of the last entry of the log.",
                        log.lastSequence()),
                new Metric("solves_running", MetricKind.GAUGE, "Solves that run now.", solves.running()),
                new Metric("stream_clients", MetricKind.GAUGE, "Clients that follow a stream now.", hub.clients()),
                new Metric("stream_lost_total", MetricKind.COUNTER,
                        "Entries that no stream got from memory; clients read them from the log.", hub.lost()));
    }
}
