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
import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle serve}: serves a data folder over HTTP. */
@Command(name = "serve", mixinStandardHelpOptions = true, sortOptions = false, //
        description = {"Serves a data folder over HTTP: solves, signals, seats and all that the folder holds.", "",
            "It ends with Ctrl-C or SIGTERM. Running solves are left, so that they can be resumed."}, //
        footer = {"", "Try: waggle serve --model ollama:llama3.2", "     curl http://127.0.0.1:8484/v1/solves"})
public final class ServeCommand implements Callable<Integer> {

    private static final int DEFAULT_PORT = 8484;

    private final TerminalScreen screen;

    @Mixin
    private DataOption data = new DataOption();

    @Option(names = "--host", paramLabel = "ADDRESS", description = "address to listen at (default: 127.0.0.1)")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", description = "port, 0 for a free one (default: 8484)")
    private int port = DEFAULT_PORT;

    @Option(names = "--config", paramLabel = "FILE", description = "the swarm of orders that describe none")
    private @Nullable Path config;

    @Option(names = "--model", paramLabel = "NAME", description = "model of orders that name none; repeat for more")
    private List<String> models = new ArrayList<>();

    @Option(names = "--models-file", paramLabel = "FILE", description = "file of providers, aliases and prices")
    private @Nullable Path modelsFile;

    @Option(names = "--max-solves", paramLabel = "N", description = "solves at once (default: 4)")
    private int maxSolves = 4;

    public ServeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (maxSolves < 1 || maxSolves > 1_000) {
            throw new UserException("--max-solves must be between 1 and 1000, got " + maxSolves, "Use 4.");
        }
        String setup = config == null ? null : SetupFile.text(config);
        if (setup != null) {
            SetupFile.parse(String.valueOf(config), setup);
        }
        try (SignalService signals = DataFolder.openDurably(screen, data.folder(), data.lockWait())) {
            if (!(signals.log() instanceof FileJournal log)) {
                throw new IllegalStateException("the log of a data folder is a file journal");
            }
            SolveFactory solves = new SolveFactory(data.folder(), signals,
                    new SolveFactory.Defaults(models, setup, modelsFile), screen);
            AccessGate gate = (_, _) -> AccessGate.Admission.of(CallerIdentity.owner());
            WaggleServer.Parts parts = new WaggleServer.Parts(version(), place(), gate, solves, maxSolves, List.of(),
                    null);
            CountDownLatch end = new CountDownLatch(1);
            try (WaggleServer server = WaggleServer.open(parts, log, World.system());
                    ShutdownHook _ = new ShutdownHook(end::countDown)) {
                print("serving at http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.port());
                end.await();
            }
        }
        return 0;
    }

    private ServerListener.Place place() {
        return UserException.checked(() -> new ServerListener.Place(host, port, null,
                ServerListener.Place.DEFAULT_CONNECTIONS, null));
    }

    private void print(String line) {
        screen.out().println("waggle: " + line);
        screen.out().flush();
    }

    private static String version() {
        return Optional.ofNullable(ServeCommand.class.getPackage().getImplementationVersion()).orElse("0.1.0");
    }
}
