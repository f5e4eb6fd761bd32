package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import dev.waggle.cli.command.solve.SolveFactory;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.option.AgentOptions;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.ServerOptions;
import dev.waggle.cli.option.TokenFileOption;
import dev.waggle.cli.serve.CatalogModels;
import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.folder.FolderOwnership;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.metric.MetricSink;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle serve}: serves a data folder over HTTP. */
@Command(name = "serve", addMethodSubcommands = false, sortOptions = false, //
        description = {"Serves a data folder over HTTP: solves, signals, seats and all that the folder holds.", "",
            "It ends with Ctrl-C or SIGTERM. Running solves are left, so that they can be resumed."}, //
        footer = {"", "Try: waggle serve --demo", "     waggle serve --model ollama:llama3.2",
            "     waggle token create me --scope read,solve"})
public final class ServeCommand implements Callable<Integer> {

    private static final int DEFAULT_SOLVES = 4;
    private static final int MAX_SOLVES = 1_000;

    private final TerminalScreen screen;
    private final ProcessTelemetry telemetry;

    @Mixin
    private DataOption data = new DataOption();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private TokenFileOption tokens = new TokenFileOption();

    @Mixin
    private AgentOptions agents = new AgentOptions();

    @Option(names = "--config", paramLabel = "FILE", description = "the swarm of orders that describe none")
    private @Nullable Path config;

    @Option(names = "--model", paramLabel = "NAME", description = "model of orders that name none; repeat for more")
    private List<String> models = new ArrayList<>();

    @Option(names = "--models-file", paramLabel = "FILE", description = "file of providers, aliases and prices")
    private @Nullable Path modelsFile;

    @Option(names = "--max-solves", paramLabel = "N", description = "solves at once (default: 4)")
    private int maxSolves = DEFAULT_SOLVES;

    @Option(names = "--demo", description = "play the shipped deliberations at reading pace, without a model; in a"
            + " temporary folder unless --data names one")
    private boolean isDemo;

    public ServeCommand(TerminalScreen screen, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.telemetry = telemetry;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (maxSolves < 1 || maxSolves > MAX_SOLVES) {
            throw new UserException("--max-solves must be between 1 and " + MAX_SOLVES + ", got " + maxSolves,
                    "Use " + DEFAULT_SOLVES + '.');
        }
        refuseModelsOfDemo();
        String setup = config == null ? null : SetupFile.text(config);
        if (setup != null) {
            var _ = SetupFile.parse(String.valueOf(config), setup);
        }
        ServedAccess access = new ServedAccess(server.access(), server.place(System.getenv()),
                server.reachable(agents.settings(version())));
        CatalogModels catalog = models();
        CountDownLatch end = new CountDownLatch(1);
        // Outermost, because the process ends as soon as it is closed.
        try (ShutdownHook _ = new ShutdownHook(end::countDown);
                DemoFolder demo = isDemo ? DemoFolder.open(data.named()) : null) {
            serve(demo == null ? data.folder() : demo.path(), setup, access, catalog, end);
        }
        return 0;
    }

    /** Rules of access, the address, and the settings for agents of other systems. */
    private record ServedAccess(AccessConfig rules, ServerListener.Place place, A2aSettings agents) {}

    private void serve(Path folder, @Nullable String setup, ServedAccess access, CatalogModels catalog,
            CountDownLatch end) throws InterruptedException {
        World world = World.system();
        try (SignalService signals = DataFolder.openAsOwner(screen, folder, data.lockWait(), "waggle serve");
                MetricSink.GaugeRegistration _ = telemetry.observe(signals.inboxes())) {
            DemoProgram demo = isDemo ? DemoProgram.prepare(folder, signals, screen, world, telemetry) : null;
            SolveLauncher solves = demo == null
                    ? new SolveFactory(folder, signals, new SolveFactory.Defaults(models, setup, modelsFile), screen,
                            telemetry)
                    : demo.solves();
            try (FolderOperations operations = FolderOperations.open(folder, signals, catalog, screen, world);
                    FolderOwnership ownership = FolderOwnership.prepare(folder, Transport.SOCKET);
                    ServerAccess gate = UserException.checked(() -> ServerAccess.open(access.rules(),
                            tokens.file(folder), signals.log(), ownership.secret(), SecretSet.NONE, world));
                    FolderServer serving = FolderServer.open(new FolderServer.Parts(version(), access.place(),
                            ownership, gate.gate(), gate, new AnnouncedSolves(solves, screen), maxSolves,
                            hub -> operations.operations(hub, gate.limiter()), access.agents()), folder, signals,
                            world)) {
                printAddress(folder, serving, access.rules(), gate);
                if (demo != null) {
                    announce(serving);
                    demo.start(serving.solves(), gate.limiter());
                }
                end.await();
            }
        }
    }

    private void announce(FolderServer serving) {
        print("this is a demo: the people are recorded, the decisions are computed"
                + (data.named() == null ? "; the folder is removed at the end" : ""));
        DemoProgram.seatToken(serving).ifPresent(token -> print(
                "a seat waits for you at " + server.address(serving.port()) + "/seat/" + token));
    }

    private void refuseModelsOfDemo() {
        if (isDemo && !(config == null && models.isEmpty() && modelsFile == null)) {
            throw new UserException("--demo plays recordings and asks no model",
                    "Omit --config, --model and --models-file, or omit --demo.");
        }
    }

    /** The models; those that a file or an option names are read now, so that errors are told before the start. */
    private CatalogModels models() {
        Path file = modelsFile;
        CatalogModels all = new CatalogModels(() -> file == null
                ? ModelCatalog.of(System.getenv())
                : ModelCatalog.of(System.getenv(), file));
        return file == null && models.isEmpty() ? all : UserException.checked(() -> all.requireAll(models));
    }

    private void printAddress(Path folder, FolderServer serving, AccessConfig access, ServerAccess gate) {
        String address = server.address(serving.port());
        boolean isForBrowser = access.isThisMachineOnly()
                && access.credentials() == AccessConfig.Credentials.REQUIRED;
        print("serving " + folder + " at " + (isForBrowser ? gate.loginAddress(address) : address));
    }

    private void print(String line) {
        screen.out().println("waggle: " + line);
        screen.out().flush();
    }

    private static String version() {
        return Optional.ofNullable(ServeCommand.class.getPackage().getImplementationVersion()).orElse("0.1.0");
    }
}
