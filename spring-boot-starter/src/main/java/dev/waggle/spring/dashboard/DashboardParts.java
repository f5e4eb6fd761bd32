package dev.waggle.spring.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.dashboard.LocalSecrets;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.review.RunLog;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.api.data.CheckpointsApi;
import dev.waggle.server.api.data.LogApi;
import dev.waggle.server.api.data.MemoriesApi;
import dev.waggle.server.api.data.ModelsApi;
import dev.waggle.server.api.data.ReputationApi;
import dev.waggle.server.api.data.SchemasApi;
import dev.waggle.server.api.data.TemplatesApi;
import dev.waggle.server.api.data.ThreadsApi;
import dev.waggle.server.api.run.CompareApi;
import dev.waggle.server.api.run.LensApi;
import dev.waggle.server.api.run.OutcomeApi;
import dev.waggle.server.api.run.RunArchive;
import dev.waggle.server.api.run.RunFileApi;
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
import dev.waggle.server.stream.EventHub;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.spring.model.ApplicationModels;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryStore;

/**
 * The parts of an application that its pages show and change.
 *
 * @param data the data folder
 * @param signals the open data folder
 * @param config the configuration of the swarm
 * @param outcomes the outcomes of the folder
 * @param memories the memories of the application, if they can be listed
 * @param models the models of the application
 */
public record DashboardParts(Path data, SignalService signals, SwarmConfig config, OutcomeFolder outcomes,
        Optional<MemoryStore> memories, ApplicationModels models) {

    private static final System.Logger LOGGER = System.getLogger(DashboardParts.class.getName());

    /** The operations of the pages. */
    List<Operation> operations(EventHub hub, AccessLimiter limits) {
        World world = World.system();
        FileJournal log = signals.log();
        RunArchive runs = new RunArchive(log);
        RunSetups setups = new ApplicationRunSetups(config);
        List<Operation> all = new ArrayList<>();
        all.addAll(new RunViewsApi(runs, setups).operations());
        all.addAll(new RunPageApi(runs, setups).operations());
        all.addAll(new RunFileApi(runs, setups, LocalSecrets.mask(System.getenv(), List.of(data)), world).operations());
        all.addAll(new WhatIfApi(runs).operations());
        all.addAll(new CompareApi(runs, setups).operations());
        all.addAll(new LensApi(runs).operations());
        all.addAll(new OutcomeApi(runs, outcomes.outcomes(), this::learn, world).operations());
        all.addAll(new ReputationApi(outcomes.outcomes(), outcomes.reliability()).operations());
        memories.ifPresent(store -> all.addAll(new MemoriesApi(() -> store, world).operations()));
        all.addAll(new ModelsApi(this::modelList).operations());
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

    /** Providers and aliases, and the models among the beans as aliases of themselves. */
    private ModelsApi.ModelList modelList() {
        ModelsApi.ModelList listed = ModelsApi.ModelList.of(models.providers());
        List<ModelsApi.AliasLine> aliases = new ArrayList<>(listed.aliases());
        models.beanNames().forEach(name -> aliases.add(
                ModelsApi.AliasLine.of(name, name, config.spending().prices().of(name))));
        return new ModelsApi.ModelList(listed.providers(), aliases);
    }

    /** The outcome is told already, so memories that cannot be judged are a warning. */
    private void learn(OutcomeRecord told) {
        outcomes.refresh();
        memories.ifPresent(store -> {
            try {
                judge(store, told);
            } catch (IOException | UncheckedIOException failed) {
                LOGGER.log(System.Logger.Level.WARNING, "the outcome of " + told.run()
                        + " is told, but its memories were not judged", failed);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void judge(MemoryStore store, OutcomeRecord told) throws IOException, InterruptedException {
        MemoryOutcome outcome = told.judgement().verdict().ofMemories();
        boolean isOther = store.list(MemoryFilter.ALL.withRun(told.run()), null, 1).stream()
                .anyMatch(memory -> memory.outcome() != outcome);
        if (isOther) {
            store.judge(told.run(), outcome);
        }
    }

    /** Setups of runs: all are those of the application. */
    private record ApplicationRunSetups(SwarmConfig config) implements RunSetups {

        @Override
        public Function<LoggedRun, SwarmConfig> replayConfig() {
            return logged -> ApplicationSolveLauncher.silent(logged, config);
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
