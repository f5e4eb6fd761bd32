package dev.waggle.cli.serve;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.memory.SolveMemory;
import dev.waggle.cli.memory.SolveMemoryFactory;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.LimitOptions;
import dev.waggle.cli.option.MathOptions;
import dev.waggle.cli.option.MemoryOptions;
import dev.waggle.cli.option.ModelOptions;
import dev.waggle.cli.option.WaitOption;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.mcp.server.HttpEndpoint;
import dev.waggle.connect.mcp.server.HttpEndpoint.SessionLimits;
import dev.waggle.connect.mcp.server.LongRunningTool;
import dev.waggle.connect.mcp.server.McpServerDefinition;
import dev.waggle.connect.mcp.server.McpServerHandle;
import dev.waggle.connect.mcp.server.ResourceProvider;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.run.RunCatalog;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.JournalProvider;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.selection.TurnEffort;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle mcp}: Waggle for clients of the Model Context Protocol. */
@Command(name = "mcp", addMethodSubcommands = false, sortOptions = false, //
        description = {"Serves Waggle to a client of the Model Context Protocol (MCP), on standard input and output or"
                + " over HTTP.",
            "",
            "Tools: decide; solve, with --model or --cassette; generate_signal, signal_subscribe,"
                    + " signal_unsubscribe, signal_inbox, list_seats and answer_seat, with"
                    + " --data. Resources: the runs of the log, with --data."}, //
        footer = {"", "Examples:", //
            "  waggle mcp --data .waggle", //
            "  waggle mcp --model ollama:llama3.2 --agents 5 --budget-tokens 200000", //
            "  waggle mcp --http 7431 --token-file token.txt", //
            "", "The end of the input, or Ctrl-C, stops running calls, saves their signals and", "ends the server."})
public final class McpCommand implements Callable<Integer> {

    /** First request of a client, to try the address with. */
    private static final String HELLO = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"curl\",\"version\":\"1\"}}}";

    private final TerminalScreen screen;
    private final InputStream in;
    private final ProcessTelemetry telemetry;

    @Option(names = "--http", paramLabel = "PORT",
            description = "serve over HTTP at http://127.0.0.1:PORT/mcp instead of standard input and output; 0 takes a"
                    + " free port")
    private @Nullable Integer http;

    @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = HttpEndpoint.LOOPBACK,
            description = "listen at that address (default: ${DEFAULT-VALUE}); one that other machines reach needs"
                    + " a token of your own")
    private String host = HttpEndpoint.LOOPBACK;

    @Option(names = "--allow-origin", paramLabel = "ORIGIN",
            description = "allow web pages of that origin, for example https://example.org; repeat for more (default:"
                    + " pages of this machine)")
    private List<String> origins = new ArrayList<>();

    @Option(names = "--token-file", paramLabel = "FILE",
            description = "file with the bearer token that clients must send, readable by you only (default: the"
                    + " variable WAGGLE_MCP_TOKEN, else a new token that is printed)")
    private @Nullable Path tokenFile;

    @Option(names = "--max-sessions", paramLabel = "N",
            description = "maximum number of open sessions over HTTP (default: 64)")
    private @Nullable Integer maxSessions;

    @Option(names = "--session-idle", paramLabel = "SECONDS",
            description = "time without a request after which a session makes way for a new one when all are taken"
                    + " (default: 60)")
    private @Nullable Integer sessionIdle;

    @Option(names = "--data", paramLabel = "DIR",
            description = "a data folder: its signals can be used, its runs read, and solves are written to its log. No"
                    + " other process can write there meanwhile, unless waggle serve owns it")
    private @Nullable Path data;

    @Option(names = "--cassette", paramLabel = "FILE", description = "a recorded deliberation that answers solve")
    private @Nullable Path cassette;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    @Mixin
    private MemoryOptions memories;

    @Mixin
    private ConsensusOptions consensus;

    @Mixin
    private MathOptions math;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ModelOptions models;

    public McpCommand(TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.in = in;
        this.telemetry = telemetry;
        this.memories = new MemoryOptions();
        this.consensus = new ConsensusOptions();
        this.math = new MathOptions();
        this.limits = new LimitOptions();
        this.models = new ModelOptions();
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<BearerToken> token = token();
        Optional<HttpEndpoint> place = endpoint(token);
        if (cassette != null && models.isAsked()) {
            throw new UserException("a recording and models cannot both answer",
                    "Omit --cassette or the models.");
        }
        if (!models.isAsked()) {
            models.refuseSignalTools();
        }
        MemorySettings remembered = memories
                .requireUse(models.isAsked() ? memorySettings() : MemorySettings.NONE, data);
        boolean equipped = models.isWithSignalTools(Optional.empty(), data);
        try (SolveMemory memory = SolveMemoryFactory.open(data, remembered, screen)) {
            serve(memory == null ? SharedMemory.NONE : memory.shared(), equipped, place, token);
        }
        return 0;
    }

    private void serve(SharedMemory shared, boolean equipped, Optional<HttpEndpoint> place,
            Optional<BearerToken> token) throws InterruptedException {
        if (data == null) {
            serve(ServedTools.definition(version(), List.of(new DecideTool()),
                    longTools(run -> new MemoryJournal(), Optional.empty(), shared), ResourceProvider.none()), place,
                    token);
            return;
        }
        try (SignalBroker signals = DataFolder.openDurably(screen, data, waitOption.duration());
                MetricSink.GaugeRegistration _ = telemetry.observe(signals.inboxes());
                RunCatalog catalog = RunCatalog.onDemand(signals.log())) {
            List<Tool> tools = new ArrayList<>(List.of(new DecideTool()));
            World world = World.system();
            SeatRegistry seats = new SeatRegistry(signals.log(), catalog, FileSeatAnswers.open(data, world), () -> {
            }, world); // A server that owns the folder looks for answers itself.
            tools.addAll(ServedTools.seatTools(seats, CallerIdentity.owner()));
            tools.addAll(CallerRegisteringTool.signalTools(signals));
            serve(ServedTools.definition(version(), tools,
                    longTools(run -> signals.log(), Optional.of(signals).filter(_ -> equipped), shared),
                    new RunResources(signals.log(), CallerIdentity.owner())), place, token);
        }
    }

    private void serve(McpServerDefinition served, Optional<HttpEndpoint> place, Optional<BearerToken> token)
            throws InterruptedException {
        try (McpServerHandle serving = open(served, place);
                ShutdownHook _ = new ShutdownHook(serving::close)) {
            token.ifPresent(known -> printAddress(serving.port().orElseThrow(), known));
            serving.awaitEnd();
        }
    }

    /** Address, token and a request to try both; a token that the user has is not shown. */
    private void printAddress(int port, BearerToken token) {
        String url = "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/mcp";
        print("serving at " + url);
        print("clients send the header Authorization: Bearer " + token.shown());
        print("try it: curl -sS " + url + " -H \"Authorization: Bearer " + token.shown()
                + "\" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '" + HELLO
                + "'");
    }

    private McpServerHandle open(McpServerDefinition served, Optional<HttpEndpoint> place) {
        return place.isPresent()
                ? McpServerHandle.http(served, place.get(), World.system())
                : McpServerHandle.stdio(served, in, new MessageOutputStream(screen.out()), World.system());
    }

    /**
     * Long-running tools: solve, if any agents are configured.
     *
     * @param signals the signals that the agents of solves may use
     * @param memory the memory of solves by models; a recording remembers nothing
     */
    private List<LongRunningTool> longTools(JournalProvider journals, Optional<SignalBroker> signals,
            SharedMemory memory) {
        if (models.isAsked()) {
            ModelSolveService solving = new ModelSolveService(models.team(null, System.getenv()),
                    source -> rules(source, MathRole.STEERING, journals).withMemory(memory), screen, telemetry);
            return List.of(new SolveTool(signals.map(solving::withSignals).orElse(solving)));
        }
        if (cassette == null) {
            print("solve is not served, because there is nobody to ask: name a model with --model, or a recording with"
                    + " --cassette");
            return List.of();
        }
        SolveSource recorded = SolveSource.of(CassetteFile.read(cassette));
        return List.of(new SolveTool(new RecordedSolveService(recorded, rules(recorded, MathRole.WATCHING, journals),
                telemetry)));
    }

    private MemorySettings memorySettings() {
        return memories.over(MemorySettings.DEFAULTS).withModels(models.file(System.getenv()));
    }

    private SwarmConfig rules(SolveSource source, MathRole part, JournalProvider journals) {
        TurnEffort effort = models.turnEffort().orElse(TurnEffort.FULL);
        SwarmConfig config = UserException.checked(() -> source.staffed(SwarmConfig.of(source.agents()))
                .withConsensus(consensus.config(source, effort))
                .withSteering(SteeringConfig.defaults().withEffort(effort))
                .withMath(math.config(part)).withLimits(limits.limits(source.limits()))
                .withJournals(journals));
        return data == null ? config : OutcomeFolder.configure(config, data);
    }

    /** The token of a server over HTTP. */
    private Optional<BearerToken> token() {
        if (http == null) {
            if (tokenFile != null || !origins.isEmpty() || !host.equals(HttpEndpoint.LOOPBACK) || maxSessions != null
                    || sessionIdle != null) {
                throw new UserException("--host, --allow-origin, --token-file, --max-sessions and --session-idle are"
                        + " for a server over HTTP", "Add --http PORT, or omit them.");
            }
            return Optional.empty();
        }
        return Optional.of(BearerToken.of(tokenFile, System.getenv()));
    }

    private Optional<HttpEndpoint> endpoint(Optional<BearerToken> token) {
        Integer port = http;
        if (port == null || token.isEmpty()) {
            return Optional.empty();
        }
        HttpEndpoint place = UserException.checked(() -> new HttpEndpoint(host, port, origins, token.get().value(),
                new SessionLimits(maxSessions == null ? SessionLimits.DEFAULT_COUNT : maxSessions,
                        sessionIdle == null ? SessionLimits.DEFAULT_IDLE : Duration.ofSeconds(sessionIdle))));
        if (token.get().isNew() && !place.isLoopback()) {
            throw new UserException("a server that listens at " + host
                    + " can be reached by other machines, and needs a token of your own",
                    "Add --token-file FILE, or set "
                            + BearerToken.VARIABLE + ", or listen at " + HttpEndpoint.LOOPBACK + ".");
        }
        return Optional.of(place);
    }

    private void print(String line) {
        screen.err().println("waggle: " + line);
        screen.err().flush();
    }

    private static String version() {
        return Optional.ofNullable(McpCommand.class.getPackage().getImplementationVersion()).orElse("0.1.0");
    }
}
