package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.learning.MemoryJudge;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.serve.CatalogModels;
import dev.waggle.cli.serve.LoggedRunSetups;
import dev.waggle.cli.serve.VoteTableReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.dashboard.LocalSecrets;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.api.data.CheckpointsApi;
import dev.waggle.server.api.data.LogApi;
import dev.waggle.server.api.data.MemoriesApi;
import dev.waggle.server.api.data.ModelsApi;
import dev.waggle.server.api.data.RecordingsApi;
import dev.waggle.server.api.data.ReputationApi;
import dev.waggle.server.api.data.SchemasApi;
import dev.waggle.server.api.data.TemplatesApi;
import dev.waggle.server.api.data.ThreadsApi;
import dev.waggle.server.api.run.CompareApi;
import dev.waggle.server.api.run.DecideApi;
import dev.waggle.server.api.run.LensApi;
import dev.waggle.server.api.run.OutcomeApi;
import dev.waggle.server.api.run.RunArchive;
import dev.waggle.server.api.run.RunFileApi;
import dev.waggle.server.api.run.RunPageApi;
import dev.waggle.server.api.run.RunViewsApi;
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
import dev.waggle.server.http.Operation;
import dev.waggle.server.stream.EventHub;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryStore;
import org.jspecify.annotations.Nullable;

/** Operations on what a data folder holds. The memories open with the first request for them. */
final class FolderOperations implements AutoCloseable {

    private final Path data;
    private final TerminalScreen screen;
    private final SignalService signals;
    private final FileJournal log;
    private final World world;
    private final RecordingStore recordings;
    private final CatalogModels models;
    private @Nullable Memory memories;

    private FolderOperations(Path data, SignalService signals, CatalogModels models, TerminalScreen screen,
            World world) {
        this.data = data;
        this.signals = signals;
        this.log = signals.log();
        this.models = models;
        this.screen = screen;
        this.world = world;
        this.recordings = RecordingStore.open(data.resolve("recordings"), JournalConfig.defaults(), world);
    }

    /**
     * Operations on a folder.
     *
     * @param models the models of the server, closed with this
     */
    static FolderOperations open(Path data, SignalService signals, CatalogModels models, TerminalScreen screen,
            World world) {
        try {
            return new FolderOperations(data, signals, models, screen, world);
        } catch (RuntimeException | Error failed) {
            try (models) {
                throw failed;
            }
        }
    }

    List<Operation> operations(EventHub hub, AccessLimiter limits) {
        RunArchive runs = new RunArchive(log);
        LoggedRunSetups setups = new LoggedRunSetups(DataFolder.logOf(data));
        OutcomeFolder outcomes = OutcomeFolder.open(data, world);
        List<Operation> all = new ArrayList<>();
        all.addAll(new RunViewsApi(runs, setups).operations());
        all.addAll(new RunPageApi(runs, setups).operations());
        all.addAll(new WhatIfApi(runs).operations());
        all.addAll(new RunFileApi(runs, setups, LocalSecrets.mask(System.getenv(), List.of(data)), world).operations());
        all.addAll(new CompareApi(runs, setups).operations());
        all.addAll(new LensApi(runs).operations());
        all.addAll(new OutcomeApi(runs, outcomes.outcomes(), told -> {
            outcomes.refresh();
            new MemoryJudge(data, screen).judge(told);
        }, world).operations());
        all.addAll(new DecideApi(new VoteTableReader()).operations());
        all.addAll(new ThreadsApi(log, world).operations());
        all.addAll(new RecordingsApi(recordings, log).operations());
        all.addAll(new CheckpointsApi(FileCheckpointStore.open(data, world), log).operations());
        all.addAll(new SchemasApi().operations());
        all.addAll(new ModelsApi(models).operations());
        all.addAll(new TemplatesApi().operations());
        all.addAll(new LogApi(log, data, world).operations());
        all.addAll(new ReputationApi(outcomes.outcomes(), outcomes.reliability()).operations());
        all.addAll(new MemoriesApi(this::memories, world).operations());
        all.addAll(new SignalsApi(signals, log, hub, limits).operations());
        all.addAll(new SignalTypesApi(log).operations());
        all.addAll(new SignalTreeApi(log).operations());
        all.addAll(new EngineApi(log, hub, limits, world).operations());
        all.addAll(new DelayedApi(signals.delayed()).operations());
        all.addAll(new SubscriptionsApi(signals.inboxes()).operations());
        all.addAll(new InboxesApi(signals.inboxes(), log).operations());
        all.addAll(new WebhooksApi(signals, WebhookSecretFile.open(data.resolve(WebhookSecretFile.PLACE), world), world)
                .operations());
        return all;
    }

    @Override
    public void close() {
        try (models; Memory _ = opened()) {
            // In the reverse order.
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private synchronized MemoryStore memories() {
        if (memories == null) {
            try {
                memories = Memory.open(MemoryFolder.in(data), MemoryConfig.defaults(), world);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        return memories;
    }

    private synchronized @Nullable Memory opened() {
        return memories;
    }
}
