package dev.waggle.cli.models;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.family.ModelApi;
import dev.waggle.connect.llm.family.ModelGap;
import dev.waggle.connect.llm.family.ModelProfile;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionReport;
import dev.waggle.swarm.reaction.ReactionStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Check of a model by what a solve sends: two solves of one agent, with the classes of every solve.
 *
 * <pre>
 *   key and server  -> nothing is asked if one is missing
 *   without tools   -> answers, streams, schema
 *   with one tool   -> tools, parallel tools
 * </pre>
 *
 * Each step has a time limit of its own, and the failure of one does not end the other. Owned by one thread; only
 * {@link #stop} is for others.
 */
public final class SolveCheck {

    private static final String QUESTION = "Which number is larger, 17 or 71?";

    private static final String TOOL_QUESTION = "What time is it now in Oslo, and what time is it in Lima? Call "
            + CheckTool.NAME + " for both cities in one step, before you reply.";

    /** Limits of a step beside its time: one turn, and many times the signals of it. */
    private static final Limits ONE_TURN = Limits.defaults().withMaxRounds(1).withMaxSignals(50);

    private final ModelCatalog catalog;
    private final String name;
    private final World world;
    private final Duration limit;
    private final Consumer<String> progress;
    private final List<String> learned = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Swarm> running = new AtomicReference<>();
    private volatile boolean stopped;

    /**
     * @param catalog the models; it stays open
     * @param name an alias or {@code provider:model}
     * @param limit the longest time of a step
     * @param progress receives a few words about what happens, on any thread
     */
    public SolveCheck(ModelCatalog catalog, String name, World world, Duration limit, Consumer<String> progress) {
        this.catalog = catalog.withNotices(learned::add);
        this.name = name;
        this.world = world;
        this.limit = limit;
        this.progress = progress;
    }

    /**
     * Runs the check.
     *
     * @throws IllegalArgumentException when nothing has that name, or the model does not take a setting
     * @throws InterruptedException when the caller is interrupted before a model was asked
     */
    public CheckReport run() throws InterruptedException {
        LiveModels models = new LiveModels(catalog,
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
        Harness model = models.harness(name);
        progress.accept("looks for the key and the server");
        List<ModelCatalog.UnavailableProvider> unavailable = catalog.unavailable(List.of(name));
        CheckTool tool = new CheckTool(world);
        CheckStep plain = CheckStep.SKIPPED;
        CheckStep tools = CheckStep.SKIPPED;
        if (unavailable.isEmpty()) {
            plain = step("without tools", QUESTION, models, ToolRegistry.of(List.of()));
            tools = step("with a tool", TOOL_QUESTION, models, ToolRegistry.of(List.of(tool.tool())));
        }
        ProviderConfig provider = provider();
        ReportMask mask = new ReportMask(provider, System.getProperty("user.home", ""));
        CheckFindings found = new CheckFindings(plain, tools, tool.calls(), learned(model.capabilities()),
                catalog.prices(), model.model(), mask::of);
        List<String> lessons = learned.stream().map(mask::of).toList();
        List<CheckFinding> findings = unavailable.isEmpty()
                ? found.list(lessons)
                : notThere(found.list(lessons), mask.of(unavailable.getFirst().message().replace("\n", " ")));
        return new CheckReport(model.model(), provider.kind().title(), findings, found.figures(), lessons);
    }

    /** Ends the running step, and begins no other. */
    public void stop() {
        stopped = true;
        Swarm swarm = running.get();
        if (swarm != null) {
            swarm.close();
        }
    }

    /** True after {@link #stop}. */
    public boolean isStopped() {
        return stopped;
    }

    private CheckStep step(String label, String question, LiveModels models, ToolRegistry tools) {
        CallWatch watch = new CallWatch(models.harness(name), words -> progress.accept(label + ": " + words));
        List<ReactionReport> turns = new CopyOnWriteArrayList<>();
        ModelAgentConfig options = ModelAgentConfig.defaults().withStrategies(Set.of(ReactionStrategy.PROPOSE))
                .withTools(tools).withListener(turns::add);
        ModelAgent agent = new ModelAgent(AgentProfile.of("checker").withRole("answers the question"), watch, options);
        SwarmConfig config = SwarmConfig.of(List.of(agent)).withMath(MathConfig.off())
                .withLimits(ONE_TURN.withTimeout(limit)).withSpending(models.spending(Budget.UNLIMITED))
                .withWorld(world.fork(label));
        try (Swarm swarm = new Swarm(config)) {
            running.set(swarm); // Before the question whether to stop, so that one of the two sees the other.
            return stopped
                    ? CheckStep.SKIPPED
                    : new CheckStep(swarm.solve(Task.of(question)), watch.calls(), turns);
        } catch (IllegalStateException closed) {
            if (stopped) {
                return CheckStep.SKIPPED;
            }
            throw closed;
        } finally {
            running.set(null);
        }
    }

    /** The capabilities without those that refusals have denied. */
    private HarnessCapabilities learned(HarnessCapabilities model) {
        ModelProfile profile = catalog.profile(catalog.resolve(name));
        boolean isWithoutTools = profile.lacks(ModelGap.TOOLS)
                || (profile.lacks(ModelGap.TOOLS_ON_CHAT) && profile.endpoint() == ModelApi.CHAT);
        return new HarnessCapabilities(model.streaming(),
                model.structuredOutput() && !profile.lacks(ModelGap.STRUCTURED_OUTPUT),
                model.tools() && !isWithoutTools, model.resume(), model.usualOutputTokens(), profile.maxOutputTokens(),
                model.contextTokens(), model.thinks());
    }

    private ProviderConfig provider() {
        ModelName model = catalog.resolve(name);
        return catalog.providers().stream().map(ModelCatalog.ProviderStatus::provider)
                .filter(provider -> provider.name().equals(model.provider())).findFirst().orElseThrow();
    }

    /** The findings of a check that was not begun: the figures, and the reason. */
    private static List<CheckFinding> notThere(List<CheckFinding> findings, String reason) {
        return findings.stream().map(finding -> switch (finding.outcome()) {
            case FIGURE -> finding;
            case YES, FAILED, NOT_SEEN, NOT_TRIED -> finding.capability().equals(CheckReport.ANSWERS)
                    ? new CheckFinding(CheckReport.ANSWERS, CheckOutcome.FAILED, reason)
                    : new CheckFinding(finding.capability(), CheckOutcome.NOT_TRIED, "the provider cannot be called");
        }).toList();
    }
}
