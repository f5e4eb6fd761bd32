package dev.waggle.lab.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.lab.journal.TemporaryFolder;
import dev.waggle.review.RunLog;
import dev.waggle.server.WaggleServer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.run.LensApi;
import dev.waggle.server.api.run.RunArchive;
import dev.waggle.server.api.run.RunPageApi;
import dev.waggle.server.api.run.RunSetups;
import dev.waggle.server.api.run.RunViewsApi;
import dev.waggle.server.api.signal.EngineApi;
import dev.waggle.server.api.signal.SignalsApi;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.PriceTable;

/**
 * Server of a new folder, in a process that a study starts. Its solves are panels in code, and it needs no token.
 *
 * <pre>
 *   port                     the port
 *   start QUESTION           starts a solve of the panel that the question describes; its run
 *   append RUN COUNT MICROS  appends entries to a held run, each that long after the one before
 *   generate RUN AGENTS SIGNALS ROUNDS [open]
 *                            appends a generated run, with its end unless it stays open
 *   play RUN AGENTS SIGNALS ROUNDS MICROS
 *                            appends further rounds to an open run, each signal that long after the one before
 *   release RUN              lets a held run go on; the nanoseconds until its end
 *   ids RUN                  the entries of a run, as {@link IdDigest}
 *   clients                  the number of clients of streams
 * </pre>
 */
public final class StudyServer implements AutoCloseable {

    private static final int MAX_SOLVES = 100;

    private final SignalService signals;
    private final StudyLauncher launcher;
    private final ServerAccess access;
    private final WaggleServer server;
    private final SampleMessages samples = new SampleMessages();

    private StudyServer(Path data, World world) {
        signals = SignalService.open(data, SignalServiceConfig.defaults(), world);
        FileJournal log = signals.log();
        launcher = new StudyLauncher(log);
        access = ServerAccess.open(AccessConfig.local().withCredentials(AccessConfig.Credentials.NONE),
                TokenFile.of(data.resolve("tokens.jsonl"), world), log, FolderSecret.random(), SecretSet.NONE, world);
        server = WaggleServer.open(new WaggleServer.Parts("study", Place.local(), access.gate(), access, launcher,
                MAX_SOLVES, hub -> operations(log, hub, world)), data, log, world, (_, _) -> Optional.empty());
    }

    /** Serves until its input ends. */
    public static void main(String[] args) throws IOException {
        Slf4jWarning.suppress();
        try (TemporaryFolder folder = TemporaryFolder.create();
                StudyServer server = new StudyServer(folder.path(), World.system())) {
            server.commands().run(System.in, System.out);
        }
    }

    @Override
    public void close() {
        launcher.releaseAll();
        try (signals; access; server) {
            // In the reverse order.
        }
    }

    private CommandLoop commands() {
        return new CommandLoop().with("port", _ -> String.valueOf(server.port()))
                .with("start", words -> start(String.join(" ", words)))
                .with("append", words -> append(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2])))
                .with("generate", words -> generate(GeneratedRun.of(words, words.length < 5)))
                .with("play", words -> play(GeneratedRun.of(words, false), Long.parseLong(words[4])))
                .with("release", words -> String.valueOf(launcher.release(words[0])))
                .with("ids", words -> ids(words[0]).text())
                .with("clients", _ -> String.valueOf(server.streamClients()));
    }

    private String start(String question) {
        return server.solves().start(SolveOrder.of(question, null, null, List.of(), null), "study", null, null,
                (_, order) -> order, _ -> {
                }).line().run();
    }

    private String append(String run, int count, long micros) {
        samples.paced(count, micros, number -> {
            var _ = signals.log().append(samples.signal(number, run), samples.emission(number), samples.time());
        });
        return String.valueOf(count);
    }

    private String generate(GeneratedRun run) {
        run.appendTo(signals.log());
        return String.valueOf(run.signals());
    }

    private String play(GeneratedRun run, long micros) {
        List<GeneratedRun.EmittedSignal> rounds = new ArrayList<>();
        run.forEachRound(rounds::add);
        samples.paced(rounds.size(), micros, number -> {
            GeneratedRun.EmittedSignal emitted = rounds.get((int) ((number - 1) % rounds.size()));
            var _ = signals.log().append(emitted.signal(), emitted.emission(), samples.time());
        });
        return String.valueOf(rounds.size());
    }

    private IdDigest ids(String run) {
        IdDigest digest = IdDigest.none();
        for (LogEntry entry : signals.log().entriesOf(run)) {
            digest = digest.and(entry.sequence());
        }
        return digest;
    }

    private List<Operation> operations(FileJournal log, EventHub hub, World world) {
        RunArchive runs = new RunArchive(log);
        List<Operation> all = new ArrayList<>(new RunViewsApi(runs, new PanelSetups()).operations());
        all.addAll(new RunPageApi(runs, new PanelSetups()).operations());
        all.addAll(new LensApi(runs).operations());
        all.addAll(new SignalsApi(signals, log, hub, access.limiter()).operations());
        all.addAll(new EngineApi(log, hub, access.limiter(), world).operations());
        return all;
    }

    /** Runs of panels need no setup of a program. */
    private static final class PanelSetups implements RunSetups {

        @Override
        public Function<LoggedRun, SwarmConfig> replayConfig() {
            return LoggedRun::config;
        }

        @Override
        public Optional<PriceTable> prices(RunLog log) {
            return Optional.empty();
        }

        @Override
        public List<String> notes(String run, List<LogEntry> entries) {
            return List.of();
        }
    }
}
