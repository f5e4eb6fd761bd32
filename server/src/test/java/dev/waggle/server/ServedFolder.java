package dev.waggle.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.dashboard.RunFileMask;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.data.CheckpointsApi;
import dev.waggle.server.api.data.LogApi;
import dev.waggle.server.api.data.MemoriesApi;
import dev.waggle.server.api.data.ModelsApi;
import dev.waggle.server.api.data.RecordingsApi;
import dev.waggle.server.api.data.ReputationApi;
import dev.waggle.server.api.data.SchemasApi;
import dev.waggle.server.api.data.TemplatesApi;
import dev.waggle.server.api.data.ThreadsApi;
import dev.waggle.server.api.run.CodedRunSetups;
import dev.waggle.server.api.run.CompareApi;
import dev.waggle.server.api.run.DecideApi;
import dev.waggle.server.api.run.LensApi;
import dev.waggle.server.api.run.OutcomeApi;
import dev.waggle.server.api.run.RunArchive;
import dev.waggle.server.api.run.RunFileApi;
import dev.waggle.server.api.run.RunPageApi;
import dev.waggle.server.api.run.RunViewsApi;
import dev.waggle.server.api.run.VoteBodyReader.VoteColumnNames;
import dev.waggle.server.api.run.WhatIfApi;
import dev.waggle.server.api.signal.DelayedApi;
import dev.waggle.server.api.signal.EngineApi;
import dev.waggle.server.api.signal.InboxesApi;
import dev.waggle.server.api.signal.SignalTreeApi;
import dev.waggle.server.api.signal.SignalTypesApi;
import dev.waggle.server.api.signal.SignalsApi;
import dev.waggle.server.api.signal.SubscriptionsApi;
import dev.waggle.server.api.signal.WebhookSecretFile;
import dev.waggle.server.api.signal.WebhooksApi;
import dev.waggle.server.folder.FolderApi;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import org.jspecify.annotations.Nullable;

/** Server of a folder with every group of operations. Its solves are of agents in code, and each caller is its owner. */
public final class ServedFolder implements AutoCloseable {

    /** Largest number of solves that run at once. */
    public static final int MAX_SOLVES = 3;

    private final FileJournal journal;
    private final @Nullable SignalService signals;
    private final ServerAccess access;
    private final CodedSolves solves;
    private final CheckpointStore checkpoints;
    private final List<Operation> operations;
    private final WaggleServer server;

    public ServedFolder(Path folder) {
        this(folder, World.system());
    }

    /** A server whose clock is that of a test. */
    public ServedFolder(Path folder, World world) {
        this(folder, SignalService.open(folder, SignalServiceConfig.defaults().withTransitions(true), world), world);
    }

    private ServedFolder(Path folder, SignalService signals, World world) {
        this(folder, signals.log(), signals, Place.local(), world);
    }

    /** A server of an open log at that place, without the operations on signals. */
    public ServedFolder(Path folder, FileJournal log, Place place, World world) {
        this(folder, log, null, place, world);
    }

    private ServedFolder(Path folder, FileJournal log, @Nullable SignalService signals, Place place, World world) {
        journal = log;
        this.signals = signals;
        solves = new CodedSolves(journal, FileSeatAnswers.open(folder, world));
        checkpoints = FileCheckpointStore.open(folder, World.system());
        access = ServerAccess.open(AccessConfig.local(), TokenFile.of(folder.resolve("tokens.jsonl"), world), journal,
                FolderSecret.random(), SecretSet.NONE, world);
        operations = new ArrayList<>(groups(folder).toList());
        AccessGate gate = (_, _) -> AccessGate.Admission.of(CallerIdentity.owner());
        server = WaggleServer.open(new WaggleServer.Parts("test", place, gate, access, solves, MAX_SOLVES,
                hub -> signals == null ? operations : withSignals(signals, hub, folder)), folder, journal, world,
                (_, _) -> Optional.empty());
    }

    /** All groups beside those that every server has. */
    private Stream<Operation> groups(Path folder) {
        World world = World.system();
        RunArchive runs = new RunArchive(journal);
        CodedRunSetups setups = new CodedRunSetups();
        OutcomeTracker outcomes = OutcomeTracker.inMemory(world);
        MemoryPool pool = new MemoryPool(MemoryRules.defaults(), world);
        return Stream.of(new RunViewsApi(runs, setups).operations(),
                new RunPageApi(runs, setups).operations(),
                new LensApi(runs).operations(),
                new WhatIfApi(runs).operations(),
                new RunFileApi(runs, setups, RunFileMask.OF_TOKENS, world).operations(),
                new CompareApi(runs, setups).operations(),
                new OutcomeApi(runs, outcomes, _ -> {
                }, world).operations(),
                new DecideApi(ServedFolder::votes).operations(),
                new RecordingsApi(RecordingStore.open(folder.resolve("recordings"), JournalConfig.defaults(), world),
                        journal).operations(),
                new CheckpointsApi(checkpoints, journal).operations(),
                new SchemasApi().operations(),
                new ThreadsApi(journal, world).operations(),
                new TemplatesApi().operations(),
                new LogApi(journal, folder, world).operations(),
                new ModelsApi(() -> new ModelsApi.ModelList(List.of(
                        new ModelsApi.ProviderLine("ollama", "ollama", true, "not_needed")), List.of())).operations(),
                new ReputationApi(outcomes, new ReliabilityTracker(outcomes, ReliabilitySnapshots.none()))
                        .operations(),
                new MemoriesApi(() -> pool, world).operations()).flatMap(List::stream);
    }

    private List<Operation> withSignals(SignalService service, EventHub hub, Path folder) {
        World world = World.system();
        operations.addAll(new SignalsApi(service, journal, hub, access.limiter()).operations());
        operations.addAll(new SignalTypesApi(journal).operations());
        operations.addAll(new SignalTreeApi(journal).operations());
        operations.addAll(new EngineApi(journal, hub, access.limiter(), world).operations());
        operations.addAll(new DelayedApi(service.delayed()).operations());
        operations.addAll(new SubscriptionsApi(service.inboxes()).operations());
        operations.addAll(new InboxesApi(service.inboxes(), journal).operations());
        operations.addAll(new WebhooksApi(service, WebhookSecretFile.open(folder.resolve(WebhookSecretFile.PLACE),
                world), world).operations());
        operations.addAll(new FolderApi(service, world).operations());
        return operations;
    }

    /** The operations beside those that every server has. */
    public List<Operation> operations() {
        return List.copyOf(operations);
    }

    public int port() {
        return server.port();
    }

    public WaggleServer server() {
        return server;
    }

    public FileJournal journal() {
        return journal;
    }

    public CodedSolves solves() {
        return solves;
    }

    public CheckpointStore checkpoints() {
        return checkpoints;
    }

    @Override
    public void close() {
        solves.openDoor();
        try (signals; access; server) {
            // In the reverse order.
        }
    }

    /** Votes in lines of item, agent and answer; the tables of the command are not in this module. */
    private static VoteStore votes(InputStream body, VoteColumnNames columns) {
        VoteStore votes = new VoteStore();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line : lines.readAllLines()) {
                String[] cells = line.split(",", -1);
                if (cells.length != 3) {
                    throw new IllegalArgumentException("a line must be item, agent and answer, got " + cells.length
                            + " cells");
                }
                votes.add(cells[0], cells[1], cells[2], Double.NaN);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        if (votes.size() == 0) {
            throw new IllegalArgumentException("the body has no votes");
        }
        return votes;
    }
}
