package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import dev.waggle.cli.command.solve.SolveFactory;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.ServerOptions;
import dev.waggle.cli.option.TokenFileOption;
import dev.waggle.cli.serve.CatalogModels;
import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.folder.FolderOwnership;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle serve}: serves a data folder over HTTP. */
@Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false, //
        description = {"Serves a data folder over HTTP: solves, signals, seats and all that the folder holds.", "",
            "It ends with Ctrl-C or SIGTERM. Running solves are left, so that they can be resumed."}, //
        footer = {"", "Try: waggle serve --model ollama:llama3.2", "     waggle token create me --scope read,solve"})
public final class ServeCommand implements Callable<Integer> {

    private static final int DEFAULT_SOLVES = 4;
    private static final int MAX_SOLVES = 1_000;

    private final TerminalScreen screen;

    @Mixin
    private DataOption data = new DataOption();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private TokenFileOption tokens = new TokenFileOption();

    @Option(names = "--config", paramLabel = "FILE", description = "the swarm of orders that describe none")
    private @Nullable Path config;

    @Option(names = "--model", paramLabel = "NAME", description = "model of orders that name none; repeat for more")
    private List<String> models = new ArrayList<>();

    @Option(names = "--models-file", paramLabel = "FILE", description = "file of providers, aliases and prices")
    private @Nullable Path modelsFile;

    @Option(names = "--max-solves", paramLabel = "N", description = "solves at once (default: 4)")
    private int maxSolves = DEFAULT_SOLVES;

    public ServeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (maxSolves < 1 || maxSolves > MAX_SOLVES) {
            throw new UserException("--max-solves must be between 1 and " + MAX_SOLVES + ", got " + maxSolves,
                    "Use " + DEFAULT_SOLVES + '.');
        }
        AccessConfig access = server.access();
        ServerListener.Place place = server.place(System.getenv());
        String setup = config == null ? null : SetupFile.text(config);
        if (setup != null) {
            var _ = SetupFile.parse(String.valueOf(config), setup);
        }
        CatalogModels catalog = models();
        World world = World.system();
        CountDownLatch end = new CountDownLatch(1);
        // Outermost, because the process ends as soon as it is closed.
        try (ShutdownHook _ = new ShutdownHook(end::countDown);
                SignalService signals = DataFolder.openAsOwner(screen, data.folder(), data.lockWait(),
                        "waggle serve")) {
            FileJournal log = signals.log();
            SolveFactory solves = new SolveFactory(data.folder(), signals,
                    new SolveFactory.Defaults(models, setup, modelsFile), screen);
            try (FolderOperations folder = FolderOperations.open(data.folder(), signals, catalog, screen, world);
                    FolderOwnership ownership = FolderOwnership.prepare(data.folder(), Transport.SOCKET);
                    ServerAccess gate = UserException.checked(() -> ServerAccess.open(access, tokens.file(data), log,
                            ownership.secret(), SecretSet.NONE, world));
                    FolderServer serving = FolderServer.open(new FolderServer.Parts(version(), place, ownership,
                            gate.gate(), gate, new AnnouncedSolves(solves, screen), maxSolves,
                            hub -> folder.operations(hub, gate.limiter())), data.folder(), signals, world)) {
                printAddress(serving, access, gate);
                end.await();
            }
        }
        return 0;
    }

    /** The models; those that a file or an option names are read now, so that errors are told before the start. */
    private CatalogModels models() {
        Path file = modelsFile;
        CatalogModels all = new CatalogModels(() -> file == null
                ? ModelCatalog.of(System.getenv())
                : ModelCatalog.of(System.getenv(), file));
        return file == null && models.isEmpty() ? all : UserException.checked(() -> all.requireAll(models));
    }

    private void printAddress(FolderServer serving, AccessConfig access, ServerAccess gate) {
        String address = server.address(serving.port());
        boolean isForBrowser = access.isThisMachineOnly()
                && access.credentials() == AccessConfig.Credentials.REQUIRED;
        print("serving " + data.folder() + " at " + (isForBrowser ? gate.loginAddress(address) : address));
    }

    private void print(String line) {
        screen.out().println("waggle: " + line);
        screen.out().flush();
    }

    private static String version() {
        return Optional.ofNullable(ServeCommand.class.getPackage().getImplementationVersion()).orElse("0.1.0");
    }
}
