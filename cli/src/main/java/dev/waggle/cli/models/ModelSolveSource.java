package dev.waggle.cli.models;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.learning.FileBanditStore;
import dev.waggle.journal.tape.CallTape;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.journal.tape.TapeMode;
import dev.waggle.journal.tape.TapeSession;
import dev.waggle.setup.team.AgentBuilder;
import dev.waggle.setup.team.TeamTools;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.assist.ModelSynthesizer;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.MetricSink;
import org.jspecify.annotations.Nullable;

/** Source of a solve with model-backed agents, and its open resources: tool servers and the recording. */
public final class ModelSolveSource implements AutoCloseable {

    /** Share of a context window that a question may fill. */
    private static final double QUESTION_SHARE = 0.5;

    private final SolveSource source;
    private final ModelCatalog catalog;
    private final AgentBuilder cast;
    private final AskedModels models;
    private final TerminalScreen screen;
    private final ToolSetup equipment;
    private final @Nullable RecordingFile recording;
    private final MetricSink.GaugeRegistration gauge;

    private ModelSolveSource(SolveSource source, ModelCatalog catalog, AgentBuilder cast, AskedModels models,
            TerminalScreen screen,
            ToolSetup equipment, @Nullable RecordingFile recording, MetricSink.GaugeRegistration gauge) {
        this.source = source;
        this.catalog = catalog;
        this.cast = cast;
        this.models = models;
        this.screen = screen;
        this.equipment = equipment;
        this.recording = recording;
        this.gauge = gauge;
    }

    /**
     * Models of a solve.
     *
     * @param named the models that agents without one take in turn
     * @param asked the names of those that the agents and a synthesizer ask first
     * @param isLive true if they are asked, and no recording answers
     */
    private record AskedModels(List<String> named, Set<String> asked, boolean isLive) {}

    /** Opens the source; no model is called yet, and a failure leaves nothing open. */
    public static ModelSolveSource open(ModelTeam team, Task task, List<Agent> people, TerminalScreen screen,
            ProcessTelemetry telemetry) {
        return open(team, task, people, screen, new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()),
                telemetry);
    }

    /** The same with circuit breakers that other sources share. */
    public static ModelSolveSource open(ModelTeam team, Task task, List<Agent> people, TerminalScreen screen,
            CircuitBreakerRegistry breakers, ProcessTelemetry telemetry) {
        ModelTeam.TapeOptions tapes = team.tapes();
        CallTape tape = tapes.replay() == null ? null : CallTape.read(tapes.replay());
        World world = world(tapes.seed(), tape);
        ModelCatalog opened = catalog(team, screen);
        ToolSetup equipment = null;
        RecordingFile recording = null;
        try {
            boolean replaysOnly = tape != null && !tapes.orLive();
            equipment = replaysOnly
                    ? ToolSetup.none()
                    : ToolSetup.open(screen, team.tools(), team.players().environment(), world);
            if (tapes.record() != null) {
                recording = RecordingFile.open(tapes.record(), world, fault -> reportWriteFailure(screen, fault));
            }
            TapeSession taped = TapeSession.of(mode(tape, tapes.orLive(), recording), tape, recording);
            ModelCatalog catalog = opened.withSecrets(equipment.secrets());
            TeamTools tools = replaysOnly
                    ? TeamTools.of(taped.offeredTools())
                    : new TeamTools(taped.tools(equipment.tools()), taped.tools(equipment.toolsWithSignals()),
                            catalog::keepsSchemaBesideTools);
            HarnessStack stack = new HarnessStack(catalog, taped, breakers, team.players().places());
            AgentBuilder cast = new AgentBuilder(catalog.models().keySet(), stack::of, tools,
                    new AgentBuilder.CallSettings(
                            team.players().mode(), team.manner().maxOutput(), team.manner().temperature(),
                            learning(team.after(), world)));
            List<Agent> agents = new ArrayList<>(people);
            AgentBuilder.TeamAgents played = cast.agents(team.players().team(), team.players().models());
            agents.addAll(played.agents());
            SpendingPolicy spending = new SpendingPolicy(team.budget(), catalog.prices());
            SolveSource bare = people.isEmpty()
                    ? SolveSource.ofModels(task, agents, spending, world)
                    : SolveSource.ofModelsAndPeople(task, agents, spending, world);
            SolveSource source = played.router().map(bare::withEscalations).orElse(bare);
            Set<String> asked = new LinkedHashSet<>(played.models());
            if (team.after().synthesize()) {
                Harness writer = cast.synthesizer(team.players().team(), team.players().models());
                source = source.withSynthesizer(new ModelSynthesizer(writer));
                asked.add(writer.model());
            }
            reportWithout(tools, screen);
            return new ModelSolveSource(source, catalog, cast,
                    new AskedModels(team.players().models(), asked, tape == null),
                    screen, equipment, recording, telemetry.observe(breakers));
        } catch (RuntimeException | Error failed) {
            close(failed, recording);
            close(failed, equipment);
            close(failed, opened);
            throw failed;
        }
    }

    private static void reportWithout(TeamTools tools, TerminalScreen screen) {
        if (!tools.without().isEmpty()) {
            screen.warn("no tools on signals for agents with " + String.join(", ", tools.without())
                    + ": it takes no tools, or no schema beside tools");
        }
    }

    private static @Nullable BanditStore learning(ModelTeam.OutputOptions after, World world) {
        Path folder = after.learn();
        if (folder == null) {
            return null;
        }
        requireFolder(folder);
        return FileBanditStore.open(folder, world.fork("learning"));
    }

    /** The store makes the folder with the first lesson, when all is paid for. */
    private static void requireFolder(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new UserException("agents cannot learn in " + folder + ": " + there + " is not a folder",
                    "Name a folder with --learn, one that exists or a new one.");
        }
        if (!Files.isWritable(there)) {
            throw new UserException("agents cannot learn in " + folder + ": " + there + " cannot be written",
                    "Name a folder with --learn that can be written.");
        }
    }

    /** Closes a resource after a failure; a fault of the close is added to the failure as suppressed. */
    private static void close(Throwable failed, @Nullable AutoCloseable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (Exception another) {
            failed.addSuppressed(another);
        }
    }

    public SolveSource scene() {
        return source;
    }

    /**
     * Refuses models whose provider cannot be called: a missing key, a server that is not there. Each provider is
     * asked at most for its list of models, so nothing is paid. A replay asks nothing.
     *
     * @param beside the names of the models beside the agents; an empty one stands for the first of the team's
     * @throws UserException with one error for each provider
     */
    public void requireAvailable(Collection<String> beside) {
        if (!models.isLive) {
            return;
        }
        Set<String> names = new LinkedHashSet<>(models.asked);
        beside.forEach(name -> names.add(cast.model(name, models.named).model()));
        try {
            UnavailableModels.refuse(catalog, names);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UserException("the solve was stopped before it began", "Run it again.");
        }
    }

    /**
     * Refuses a question that fills more than half of a context window. The models need the rest for their
     * instructions, the log and their answers. A replay reads nothing.
     *
     * @param beside the names of the models beside the agents; an empty one stands for the first of the team's
     * @throws UserException naming size, model and window
     */
    public void requireWindow(Collection<String> beside) {
        if (!models.isLive) {
            return;
        }
        String context = source.task().context();
        double tokens = TokenEstimator.of(source.task().text()) + (context == null ? 0 : TokenEstimator.of(context));
        Stream.concat(models.asked.stream(), beside.stream()).distinct().map(name -> cast.model(name, models.named))
                .forEach(model -> requireWindow(model, tokens));
    }

    private static void requireWindow(Harness model, double tokens) {
        Integer window = model.capabilities().contextTokens();
        if (window != null && tokens > window * QUESTION_SHARE) {
            throw new UserException(
                    String.format(PlainLocale.NONE, "question and context have about %,.0f tokens, and half"
                            + " of the window of %s is %,.0f", tokens, model.model(), window * QUESTION_SHARE),
                    "Give less, or ask a model with a larger context window.");
        }
    }

    /**
     * That configuration with the models beside the agents and, if the swarm evolves, the factory of new agents. The
     * name of a model is empty for the first of the team's; no value means none.
     *
     * @param synthesizer writes the answer
     * @param metaAgent observes the swarm from outside
     * @param proposalJudge finds proposals that say the same
     * @param logCondenser summarizes the oldest findings of a long log
     */
    public SwarmConfig staffed(SwarmConfig config, Optional<String> synthesizer, Optional<String> metaAgent,
            Optional<String> proposalJudge, Optional<String> logCondenser) {
        return cast.staffed(config, synthesizer, metaAgent, proposalJudge, logCondenser, models.named);
    }

    /** The recording that is made during the solve; empty when none is. */
    public Optional<RecordingFile> recording() {
        return Optional.ofNullable(recording);
    }

    @Override
    public void close() {
        try (catalog; equipment; gauge) {
            if (recording != null) {
                recording.close();
            }
        } finally {
            screen.printWarnings();
        }
    }

    private static TapeMode mode(@Nullable CallTape tape, boolean orLive, @Nullable RecordingFile recording) {
        if (tape != null) {
            return orLive ? TapeMode.REPLAY_ELSE_LIVE : TapeMode.REPLAY;
        }
        return recording == null ? TapeMode.LIVE : TapeMode.RECORD;
    }

    private static ModelCatalog catalog(ModelTeam team, TerminalScreen screen) {
        ModelTeam.TeamOptions players = team.players();
        ModelCatalog catalog = UserException.checked(() -> players.file() == null
                ? ModelCatalog.of(players.environment())
                : ModelCatalog.of(players.environment(), players.file()));
        ModelCatalog settled = catalog.withOverrides(team.manner().settings()).withNotices(screen::warnLater);
        return players.remoteAgents() == null ? settled : settled.admitting(players.remoteAgents());
    }

    /** The seed of the replayed run, because agents choose their questions by it. */
    private static World world(@Nullable Long seed, @Nullable CallTape tape) {
        if (seed != null) {
            return World.system(seed);
        }
        Optional<Long> recorded = tape == null ? Optional.empty() : tape.seed();
        return recorded.map(World::system).orElseGet(World::system);
    }

    private static void reportWriteFailure(TerminalScreen screen, UncheckedIOException fault) {
        screen.err().println("waggle: " + fault.getMessage());
        screen.err().flush();
    }
}
